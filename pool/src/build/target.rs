//! What may stand under the name of a pool before it is built: nothing, or a pool.

use crate::error::PoolError;
use crate::file;
use crate::store::PoolHeader;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What marks a folder that nothing else is put into.
const HEADERS: [&str; 2] = ["pool.json", "release.json"];

/// Says where a pool goes: the path itself, or what a link to a folder names. Nothing is made or changed.
pub(super) fn resolve(out: &Path) -> Result<PathBuf, PoolError> {
    let refused = |what: String| PoolError::Form {
        path: out.to_owned(),
        what: format!("{what}; choose another --out"),
    };
    let pool = match out.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => out.to_owned(),
        Err(error) => return Err(PoolError::io(out)(error)),
        Ok(found) if found.is_dir() => out.to_owned(),
        Ok(found) if found.is_symlink() && out.is_dir() => {
            std::fs::canonicalize(out).map_err(PoolError::io(out))?
        }
        Ok(found) => {
            let kind = file::kind(found.file_type());
            return Err(refused(format!(
                "this is {kind}, expected a pool or nothing"
            )));
        }
    };
    if let Some(header) = around(&pool)? {
        let header = header.display();
        return Err(refused(format!(
            "a pool cannot lie inside another pool or a release ({header} is there)"
        )));
    }
    Ok(pool)
}

/// Reads the header of the pool that is there, if there is anything.
pub(super) fn known(pool: &Path) -> Result<Option<PoolHeader>, PoolError> {
    if !pool.exists() {
        return Ok(None);
    }
    let header = PoolHeader::read(pool).map_err(|cause| PoolError::NoPool {
        path: pool.to_owned(),
        cause: Box::new(cause),
    })?;
    Ok(Some(header))
}

/// Finds a header in a folder that a path lies in.
fn around(pool: &Path) -> Result<Option<PathBuf>, PoolError> {
    let absolute = std::path::absolute(pool).map_err(PoolError::io(pool))?;
    let mut above = absolute.ancestors().skip(1);
    let Some(nearest) = above.find(|folder| folder.exists()) else {
        return Ok(None);
    };
    let nearest = std::fs::canonicalize(nearest).map_err(PoolError::io(nearest))?;
    let mut headers = nearest
        .ancestors()
        .flat_map(|folder| HEADERS.map(|name| folder.join(name)));
    Ok(headers.find(|header| header.is_file()))
}
