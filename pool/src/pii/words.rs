//! Words that tell what a number is. A new language is more words in these tables.

use super::scan::Scan;

/// Words of one meaning, with blanks between them.
pub(super) struct Words {
    /// ASCII ones, in lower case; they stand alone (`tel` is not in `hotel`).
    ascii: &'static str,
    /// Those of scripts without blanks; they stand anywhere.
    other: &'static str,
}

/// Bytes before a number that are looked at, and behind it.
const BEFORE: usize = 64;
const BEHIND: usize = 24;

/// Words beside phone numbers.
pub(super) const PHONE: Words = Words {
    ascii: "call calls cell cellphone contact dial fax hotline mobile phone phones sms \
        tel telephone whatsapp wechat",
    other: "電話 手機 傳真 專線 聯絡 來電 致電 撥打 洽詢 簡訊 热线 熱線 电话 手机 传真 \
        专线 联系 联络 来电 致电 拨打 咨询 短信 微信 携帯 連絡先 ファックス ファクス \
        ☎",
};

/// Words beside identity numbers.
pub(super) const IDENTITY: Words = Words {
    ascii: "arc id identity passport resident",
    other: "身分證 身份證 身分証 統一證號 居留證 證號 身份证 证号 居留证 在留",
};

/// Words beside business numbers.
pub(super) const BUSINESS: Words = Words {
    ascii: "ban gui tax ubn vat",
    other: "統編 統一編號 稅籍 统编 统一编号 税籍",
};

/// Words beside card numbers.
pub(super) const CARD: Words = Words {
    ascii: "amex card cards cvc cvv jcb mastercard unionpay visa",
    other: "信用卡 金融卡 簽帳卡 提款卡 銀行卡 卡號 刷卡 银行卡 借记卡 卡号 カード",
};

/// Words before addresses of machines.
pub(super) const MACHINE: Words = Words {
    ascii: "address addresses dns gateway host hostname hosts ip ips ipv4 nameserver \
        ping proxy router server servers",
    other: "主機 位址 伺服器 閘道 路由器 主机 地址 服务器 网关 ホスト アドレス サーバ \
        ルータ",
};

/// Words before numbers of sections and versions.
pub(super) const NUMBERED: Words = Words {
    ascii: "appendix article build chapter chapters clause clauses fig figure \
        firmware item kernel oid paragraph patch release releases rev revision rule \
        sec section sections step table tables update updated updates upgrade \
        upgraded v ver version versions",
    other: "第 節 章 版 附錄 條 条 节 附录 更新 升級 升级 韌體 固件 核心 内核 バージョン \
        §",
};

/// What stands directly behind numbers of sections and versions.
pub(super) const NUMBERED_BEHIND: &[&str] = &["節", "章", "版", "條", "款", "項", "条", "节", "项"];

/// Words beside book numbers.
pub(super) const BOOK: Words = Words {
    ascii: "isbn issn",
    other: "書號 书号",
};

/// What stands directly before the number of a document, and behind it.
const DOCUMENT: &[&str] = &["第", "字", "No", "No.", "no.", "Nos."];
const DOCUMENT_BEHIND: &[&str] = &["號", "号"];

/// Tells whether a stretch is the number of a document: `字第 0940012345 號`.
pub(super) fn is_document(scan: &Scan<'_>, start: usize, end: usize) -> bool {
    let before = scan.text[..start].trim_end_matches(' ');
    let behind = scan.text[end..].trim_start_matches(' ');
    DOCUMENT.iter().any(|word| before.ends_with(word))
        || DOCUMENT_BEHIND.iter().any(|word| behind.starts_with(word))
}

/// Tells whether one of the words stands beside a stretch, on its line.
pub(super) fn near(scan: &Scan<'_>, start: usize, end: usize, words: &Words) -> bool {
    let line = scan.bytes[end..].iter().take(BEHIND);
    let behind = end + line.take_while(|byte| **byte != b'\n').count();
    last(scan, start, BEFORE, words).is_some() || find(scan, end, behind, words).is_some()
}

/// Returns where the last of the words in some bytes before a place begins, on its line.
pub(super) fn last(scan: &Scan<'_>, at: usize, bytes: usize, words: &Words) -> Option<usize> {
    let line = scan.bytes[..at].iter().rev().take(bytes);
    let from = at - line.take_while(|byte| **byte != b'\n').count();
    find(scan, from, at, words)
}

/// Returns the last of the words between two places.
fn find(scan: &Scan<'_>, from: usize, to: usize, words: &Words) -> Option<usize> {
    let others = words.other.split(' ').filter_map(|word| {
        let found = memchr::memmem::rfind(&scan.bytes[from..to], word.as_bytes())?;
        Some(from + found)
    });
    others.max().max(find_ascii(scan, from, to, words.ascii))
}

fn find_ascii(scan: &Scan<'_>, from: usize, to: usize, words: &str) -> Option<usize> {
    let mut found = None;
    let mut at = from;
    while at < to {
        let rest = scan.bytes[at..].iter();
        let end = at + rest.take_while(|byte| byte.is_ascii_alphanumeric()).count();
        // A word that the window cuts is none.
        let cut = end > to || at == from && scan.before(at).is_ascii_alphanumeric();
        let word = &scan.bytes[at..end];
        let known = words
            .split(' ')
            .any(|known| word.eq_ignore_ascii_case(known.as_bytes()));
        if known && !cut && !is_placeholder(scan, at, end) {
            found = Some(at);
        }
        at = end.max(at + 1);
    }
    found
}

/// Tells whether a word is one of our own: `<PHONE>`, in markup `&lt;PHONE&gt;`, is no sign that a phone number follows.
fn is_placeholder(scan: &Scan<'_>, start: usize, end: usize) -> bool {
    let (before, after) = (&scan.bytes[..start], &scan.bytes[end..]);
    let plain = before.ends_with(b"<") && after.starts_with(b">");
    let escaped = before.ends_with(b"&lt;") && after.starts_with(b"&gt;");
    (plain || escaped) && scan.bytes[start..end].iter().all(u8::is_ascii_uppercase)
}
