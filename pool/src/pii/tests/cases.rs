//! Panels, and what is found on them.

use crate::pii::{Rule, find};

/// Returns what is found, as `kind:text`.
fn found(panel: &str) -> Vec<String> {
    let found = find(panel, &Rule::default());
    let shown = found.iter().map(|found| {
        let text = &panel[found.start..found.end];
        format!("{}:{text}", found.kind.name())
    });
    shown.collect()
}

/// Checks that each panel holds just this.
pub(super) fn holds(cases: &[(&str, &[&str])]) {
    for (panel, expected) in cases {
        assert_eq!(found(panel), *expected, "{panel:?}");
    }
}

/// Checks that each panel holds nothing.
pub(super) fn clean(panels: &[&str]) {
    for panel in panels {
        assert_eq!(found(panel), [""; 0], "{panel:?}");
    }
}

#[test]
fn email() {
    holds(&[
        (
            "Contact debian-devel@lists.debian.org for help",
            &["email:debian-devel@lists.debian.org"],
        ),
        (
            "請寄到office@library.org.tw。",
            &["email:office@library.org.tw"],
        ),
        ("<a.b+c@x1.co.uk>, see", &["email:a.b+c@x1.co.uk"]),
        ("mailto:me@shop.io?subject=a", &["email:me@shop.io"]),
        ("Ends here: me@shop.io.", &["email:me@shop.io"]),
        ("https://lists.shop.io/me@shop.io/1", &["email:me@shop.io"]),
        ("x@a.com,y@b.com", &["email:x@a.com", "email:y@b.com"]),
    ]);
    clean(&[
        "me@example.org, me@mail.example.co.uk, me@host.invalid, me@host.test",
        "root@localhost and root@box.localhost and me@box.local",
        "getty@tty1.service, icon@2x.png, lodash@4.17.21, @user, a @ b.com",
        "ssh://me@host.org/path, https://me:word@host.org/",
        "git@host.org:owner/name.git",
        "me@host, me@.org, me@-a.org, me@host.o1g, .@host.org, me@a..org",
    ]);
}

#[test]
fn card() {
    holds(&[
        (
            "Card 4111 1111 1111 1111, ID",
            &["card:4111 1111 1111 1111"],
        ),
        ("5510-0000-0000-1232", &["card:5510-0000-0000-1232"]),
        ("卡號4111111111111111。", &["card:4111111111111111"]),
        ("3782 822463 10005", &["card:3782 822463 10005"]),
        ("3056 930902 5904", &["card:3056 930902 5904"]),
        ("6200 0000 0000 0123 455", &["card:6200 0000 0000 0123 455"]),
        (
            "Card 4111 1111 1111 1111 12/25",
            &["card:4111 1111 1111 1111"],
        ),
        ("visa 4526738490127", &["card:4526738490127"]),
        ("card 4111111111111111110", &["card:4111111111111111110"]),
    ]);
    clean(&[
        "4111 1111 1111 1112",
        "4111 1111-1111 1111",
        "7 4111 1111 1111 1111",
        "4111 1111 1111 1111 12 13",
        "410A 4111 1111 1111 1111",
        "4526738490127",
        "4111111111111111110",
        "0.4111111111111111",
        "x4111111111111111 4111111111111111e",
        "https://a.org/4111111111111111",
        "(4111111111111111, 446, 11)",
        "0000 0000 0000 0000",
        "9111 1111 1111 1111",
    ]);
}

#[test]
fn taiwan_numbers() {
    holds(&[
        (
            "ID A123456789, 身分證F231068290。",
            &["tw_id:A123456789", "tw_id:F231068290"],
        ),
        (
            "A800000014 B987654320",
            &["tw_arc:A800000014", "tw_arc:B987654320"],
        ),
        (
            "AA00000009 AB12345677、FD76543210",
            &[
                "tw_arc:AA00000009",
                "tw_arc:AB12345677",
                "tw_arc:FD76543210",
            ],
        ),
        ("統編 04595257", &["tw_ban:04595257"]),
        ("Tax ID: 10458575", &["tw_ban:10458575"]),
        // The rule of 2023 alone, and a seventh digit 7.
        ("統一編號：34285249", &["tw_ban:34285249"]),
        (
            "22099131（統編）、98026377",
            &["tw_ban:22099131", "tw_ban:98026377"],
        ),
    ]);
    clean(&[
        "A123456788 A323456789 a123456789",
        "XA123456789 SN-A123456789 A1234567890 A123456789-1",
        "AE12345677 AB12345678",
        "04595257",
        "統編 83604450",
        // Our own placeholder is no word, nor is one that the window of 64 bytes cuts.
        "<VAT> 04595257",
        "a taxtax and some more words, so many that only its end is looked at 04595257",
        "統編\n04595257",
    ]);
}

#[test]
fn mainland() {
    holds(&[
        ("号码 11010519491231002X。", &["cn_id:11010519491231002X"]),
        ("320311197707060018", &["cn_id:320311197707060018"]),
        ("138-0013-8000", &["cn_mobile:138-0013-8000"]),
        ("手机13800138000", &["cn_mobile:13800138000"]),
        ("call 138 0013 8000", &["cn_mobile:138 0013 8000"]),
    ]);
    clean(&[
        "110105194912310021 11010519491331002X 99010519491231002X",
        // 29 February of 1999.
        "310104199902290014",
        "x11010519491231002X 11010519491231002XY",
        "13 28 29 30 133 8232 8233",
        "phone 13 28 29 30 133 8232 8233",
        "13800138000 bytes",
        "128-0013-8000",
        "138 0013 8000",
    ]);
    holds(&[("310104200002290014", &["cn_id:310104200002290014"])]);
}

#[test]
fn ipv4() {
    holds(&[
        ("Section 7.4.1.2 and host 8.8.8.8", &["ipv4:8.8.8.8"]),
        ("第 7.4.1.2 節與主機 8.8.8.8", &["ipv4:8.8.8.8"]),
        ("from 140.112.8.116.", &["ipv4:140.112.8.116"]),
        ("http://8.8.4.4:80/", &["ipv4:8.8.4.4"]),
        ("140.112.8.116/28", &["ipv4:140.112.8.116"]),
    ]);
    clean(&[
        "v140.112.8.116, version 140.112.8.116, 版本 140.112.8.116",
        "140.112.8.116 節",
        "update V8 to 9.2.230.21",
        "Browser/140.112.8.116 foo-140.112.8.116 140.112.8.116-1",
        "==140.112.8.116 ~140.112.8.116",
        "1.3.6.1.4.1 and 1.2.3.4",
        "host 256.1.1.1, host 1.02.3.4, host 1.2.3",
        "host 10.1.2.3, host 127.0.0.1, host 169.254.1.1, host 172.20.0.1, host 192.168.1.1",
        "host 192.0.2.1, host 198.51.100.7, host 203.0.113.9, host 100.64.0.1, host 198.19.0.1",
        "host 0.0.0.0, host 224.0.0.251, host 255.255.255.255, host 140.112.8.0",
    ]);
}

#[test]
fn ipv6() {
    holds(&[
        (
            "resolver 2606:4700:4700::1111.",
            &["ipv6:2606:4700:4700::1111"],
        ),
        (
            "位址[2a00:1450:4001:81b:0:0:0:200e]:80",
            &["ipv6:2a00:1450:4001:81b:0:0:0:200e"],
        ),
        ("2606:4700:4700::1111: it", &["ipv6:2606:4700:4700::1111"]),
    ]);
    clean(&[
        "2001:db8::1 fe80::1 fd00::1 ::1 2002:c000:204::1 2001:0:1::1 3ffe::1",
        "2606:4700::/32",
        "12:34:56 std::2606 20:01:4f:6e:aa:bb:cc:dd",
        "x2606:4700:4700::1111 2606:4700:4700::1111z",
    ]);
}

#[test]
fn the_longer_of_two_counts() {
    holds(&[
        ("x.a@b.com@host.org", &["email:b.com@host.org"]),
        ("a-long-name@b.com@c.io", &["email:a-long-name@b.com"]),
    ]);
}

#[test]
fn iban() {
    holds(&[
        (
            "GB82 WEST 1234 5698 7654 32",
            &["iban:GB82 WEST 1234 5698 7654 32"],
        ),
        (
            "帳號DE89370400440532013000。",
            &["iban:DE89370400440532013000"],
        ),
        ("NO9386011117947", &["iban:NO9386011117947"]),
        (
            "FR14 2004 1010 0505 0001 3M02 606",
            &["iban:FR14 2004 1010 0505 0001 3M02 606"],
        ),
    ]);
    clean(&[
        "GB82 WEST 1234 5698 7654 33",
        "GB82 WEST 1234 5698 7654",
        "DE8937040044053201300 DE893704004405320130001",
        "XDE89370400440532013000 ZZ89370400440532013000",
        "GB82WEST 1234 5698 7654 32",
    ]);
}
