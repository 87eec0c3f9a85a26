/// The meaning of a constant in ErrorInfo of the domain `googleapis.com`, for credentials and projects.
///
/// Source: https://github.com/googleapis/googleapis/blob/master/google/api/error_reason.proto
struct ErrorReason {
    let meaning: String
    let nextStep: String
    /// The credentials of the call, or the role of the account that signed them, are wrong; not the project or account.
    let isAboutToken: Bool

    private init(_ meaning: String, next: String, isAboutToken: Bool = false) {
        (self.meaning, nextStep, self.isAboutToken) = (meaning, next, isAboutToken)
    }

    /// `nil` for constants that need no words of their own.
    init?(_ reason: String) {
        guard let known = Self.table[reason] ?? (reason.hasPrefix("API_KEY_") ? Self.apiKey : nil) else { return nil }
        self = known
    }

    private static let apiKey = Self(
        "The API key is not valid here.",
        next: "Check the key and its restrictions in the Cloud console; Fleet Engine itself takes tokens.")

    private static let otherProject = Self(
        "The project of the call does not exist, or the caller may not use it.",
        next: "Compare the provider ID with the ID of the Cloud project.")

    private static let table: [String: Self] = [
        "SERVICE_DISABLED": Self(
            "The API is not enabled for the project.",
            next: "Enable the Fleet Engine API for the project in the Cloud console, and wait some minutes."),
        "BILLING_DISABLED": Self(
            "The project has no billing account.", next: "Link a billing account to the project in the Cloud console."),
        "CREDENTIALS_MISSING": Self(
            "The call came without credentials.", next: TokenCheck.sendToken, isAboutToken: true),
        "ACCESS_TOKEN_EXPIRED": Self(
            "The token has expired.",
            next: "Fetch a new token and repeat the call once. Tokens live at most one hour.", isAboutToken: true),
        "ACCESS_TOKEN_TYPE_UNSUPPORTED": Self(
            "The credentials are of a kind that the service does not take.",
            next: "Send a token (JWT) signed by a service account, not an API key or an ID token.", isAboutToken: true),
        "ACCESS_TOKEN_SCOPE_INSUFFICIENT": Self(
            "The access token lacks the scope for this service.",
            next: "Ask for the scope https://www.googleapis.com/auth/cloud-platform, or send a signed token (JWT).",
            isAboutToken: true),
        "ACCOUNT_STATE_INVALID": Self(
            "The service account is disabled or deleted.",
            next: "Enable the service account, or sign with another one."),
        "CONSUMER_INVALID": otherProject,
        "USER_PROJECT_DENIED": otherProject,
        "CONSUMER_SUSPENDED": Self(
            "The project is suspended.", next: "Look at the project's notifications in the Cloud console."),
        "IAM_PERMISSION_DENIED": Self(
            "The service account has no role that allows the call.",
            next: "Give the service account the Fleet Engine role for this call.", isAboutToken: true),
    ]
}
