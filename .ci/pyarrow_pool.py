#!/usr/bin/env python3
"""Opens every part of a pool with pyarrow and holds columns, types and row counts against pool.json.

Usage: pyarrow_pool.py POOL. It installs nothing: where pyarrow is missing it says so and exits with 2.
"""
import json
import pathlib
import sys

try:
    import pyarrow as pa
except ImportError:
    print("pyarrow is not installed: pip install pyarrow", file=sys.stderr)
    sys.exit(2)

TEXT = "key id source source_id license origin translation made_by genre group".split()


def item(kind):
    return pa.list_(pa.field("item", kind, nullable=False))


def schema():
    """Returns the columns of docs/format.md, section 2."""
    fields = [(name, pa.string()) for name in TEXT]
    fields += [("near", item(pa.string())), ("left", pa.string()), ("right", pa.string())]
    fields += [("slices", item(pa.uint32())), ("extra", pa.string())]
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in fields])


def check_part(path, rows, last):
    """Checks one part; returns its last id."""
    with pa.memory_map(str(path)) as source:
        table = pa.ipc.open_file(source).read_all()
        table.validate(full=True)
        if table.schema != schema():
            sys.exit(f"{path}: columns are\n{table.schema}\nexpected\n{schema()}")
        if table.num_rows != rows:
            sys.exit(f"{path}: {table.num_rows} rows, pool.json says {rows}")
        nulls = [name for name in table.column_names if table[name].null_count]
        if nulls:
            sys.exit(f"{path}: nulls in {nulls}")
        ids = table["id"].to_pylist()
        if any(a >= b for a, b in zip([last] + ids, ids)):
            sys.exit(f"{path}: ids do not ascend")
        return ids[-1]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    pool = pathlib.Path(sys.argv[1])
    header = json.loads((pool / "pool.json").read_text(encoding="utf-8"))
    last = ""
    for part in header["parts"]:
        last = check_part(pool / part["path"], part["rows"], last)
    rows = sum(part["rows"] for part in header["parts"])
    if rows != header["articles"] or not rows:
        sys.exit(f"{rows} rows in all parts, pool.json says {header['articles']}")
    print(f"pyarrow {pa.__version__} reads {len(header['parts'])} parts, {rows} rows")


if __name__ == "__main__":
    main()
