//! The kinds of personal data, their names and what stands in their place.

/// A kind of personal data. Their order decides between two of the same length.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// An e-mail address.
    Email,
    /// The number of a payment card.
    Card,
    /// A Taiwan identity number.
    TwId,
    /// A number of a Taiwan resident certificate, of the old or the new form.
    TwArc,
    /// A Taiwan mobile number.
    TwMobile,
    /// A Taiwan fixed line with its area code.
    TwLandline,
    /// A Taiwan business number.
    TwBan,
    /// A mainland identity number of 18 places.
    CnId,
    /// A mainland mobile number.
    CnMobile,
    /// A phone number that begins with `+` and a country code.
    Phone,
    /// A global IPv4 address.
    Ipv4,
    /// A global IPv6 address.
    Ipv6,
    /// An international bank account number.
    Iban,
    /// A key or token of a service.
    Secret,
    /// A block that holds a private key.
    PrivateKey,
}

impl Kind {
    /// All kinds, in order.
    pub const ALL: [Self; 15] = [
        Self::Email,
        Self::Card,
        Self::TwId,
        Self::TwArc,
        Self::TwMobile,
        Self::TwLandline,
        Self::TwBan,
        Self::CnId,
        Self::CnMobile,
        Self::Phone,
        Self::Ipv4,
        Self::Ipv6,
        Self::Iban,
        Self::Secret,
        Self::PrivateKey,
    ];

    /// Returns the name that files and messages use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Card => "card",
            Self::TwId => "tw_id",
            Self::TwArc => "tw_arc",
            Self::TwMobile => "tw_mobile",
            Self::TwLandline => "tw_landline",
            Self::TwBan => "tw_ban",
            Self::CnId => "cn_id",
            Self::CnMobile => "cn_mobile",
            Self::Phone => "phone",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::Iban => "iban",
            Self::Secret => "secret",
            Self::PrivateKey => "private_key",
        }
    }

    /// Returns what is written in place of a match. It holds no digit and no `@`, so that it is never a match itself.
    #[must_use]
    pub fn placeholder(self) -> &'static str {
        match self {
            Self::Email => "<EMAIL>",
            Self::Card => "<CARD>",
            Self::TwId | Self::TwArc | Self::TwBan | Self::CnId => "<ID>",
            Self::TwMobile | Self::TwLandline | Self::CnMobile | Self::Phone => "<PHONE>",
            Self::Ipv4 | Self::Ipv6 => "<IP>",
            Self::Iban => "<IBAN>",
            Self::Secret => "<SECRET>",
            Self::PrivateKey => "<KEY>",
        }
    }

    /// Returns the kind of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
