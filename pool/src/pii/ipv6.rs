//! Global IPv6 addresses: of the blocks that IANA has given to the registries, without documentation and the names of networks.

use super::Kind;
use super::candidate::{Candidates, State};
use super::scan::{Scan, is_word};
use std::net::Ipv6Addr;

/// Characters of the longest address.
const LONGEST: usize = 45;

pub(super) fn look(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    let is_part = |byte: u8| byte.is_ascii_hexdigit() || byte == b':' || byte == b'.';
    let Some((start, mut end)) = scan.token(at, is_part) else {
        return;
    };
    if end - start > LONGEST || memchr::memchr(b':', &scan.bytes[start..end]).is_none() {
        return;
    }
    // A full stop or a colon that ends the clause.
    while scan.text[start..end].ends_with('.')
        || scan.text[start..end].ends_with(':') && !scan.text[start..end].ends_with("::")
    {
        end -= 1;
    }
    let Ok(address) = scan.text[start..end].parse::<Ipv6Addr>() else {
        return;
    };
    let piece =
        is_word(scan.before(start)) || scan.before(start) == b'-' || is_word(scan.byte(end));
    if !piece && is_global_host(address) {
        out.add(Kind::Ipv6, start, end, State::Sure);
    }
}

fn is_global_host(address: Ipv6Addr) -> bool {
    let [first, second, .., a, b, c, d] = address.segments();
    let given_out = match first {
        // But for protocol assignments (Teredo and ORCHID among them) and documentation.
        0x2001 => second >= 0x200 && second != 0xdb8,
        0x2003 | 0x2400..=0x2c0f => true,
        _ => false,
    };
    given_out && [a, b, c, d] != [0; 4]
}
