/// What the constants in ErrorInfo of the domain `googleapis.com` mean for credentials and projects.
///
/// Source: https://github.com/googleapis/googleapis/blob/master/google/api/error_reason.proto
struct ErrorReason {
    let meaning: String
    let nextStep: String
    /// What the call carried to identify itself, or the role of who signed it, is at fault; not the project or account.
    let isAboutToken: Bool

    /// `nil` for constants that need no words of their own.
    init?(_ reason: String) {
        switch reason {
        case "SERVICE_DISABLED":
            meaning = "The API is not enabled for the project."
            nextStep = "Enable the Fleet Engine API for the project in the Cloud console, and wait some minutes."
        case "BILLING_DISABLED":
            meaning = "The project has no billing account."
            nextStep = "Link a billing account to the project in the Cloud console."
        case "CREDENTIALS_MISSING":
            meaning = "The call came without credentials."
            nextStep =
                "Send \"authorization: Bearer {token}\" with each call; in the SDK, return a token from the token "
                + "fetcher."
        case "ACCESS_TOKEN_EXPIRED":
            meaning = "The token has expired."
            nextStep = "Fetch a new token and repeat the call once. Tokens live at most one hour."
        case "ACCESS_TOKEN_TYPE_UNSUPPORTED":
            meaning = "The credentials are of a kind that the service does not take."
            nextStep = "Send a token (JWT) signed by a service account, not an API key or an ID token."
        case "ACCESS_TOKEN_SCOPE_INSUFFICIENT":
            meaning = "The access token lacks the scope for this service."
            nextStep = "Ask for the scope https://www.googleapis.com/auth/cloud-platform, or send a signed token (JWT)."
        case "ACCOUNT_STATE_INVALID":
            meaning = "The service account is disabled or deleted."
            nextStep = "Enable the service account, or sign with another one."
        case "CONSUMER_INVALID", "USER_PROJECT_DENIED":
            meaning = "The project of the call does not exist, or the caller may not use it."
            nextStep = "Compare the provider ID with the ID of the Cloud project."
        case "CONSUMER_SUSPENDED":
            meaning = "The project is suspended."
            nextStep = "Look at the project's notifications in the Cloud console."
        case "IAM_PERMISSION_DENIED":
            meaning = "The service account has no role that allows the call."
            nextStep = "Give the service account the Fleet Engine role for this call."
        case let key where key.hasPrefix("API_KEY_"):
            meaning = "The API key is not valid here."
            nextStep = "Check the key and its restrictions in the Cloud console; Fleet Engine itself takes tokens."
        default: return nil
        }
        isAboutToken =
            reason.hasPrefix("ACCESS_TOKEN_") || ["CREDENTIALS_MISSING", "IAM_PERMISSION_DENIED"].contains(reason)
    }
}
