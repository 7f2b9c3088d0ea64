export interface SandboxCredentials {
  apiKey: string;
  accountId: string;
  secretKey: string;
}

/** Worth nothing anywhere but here, and meant to look it. */
export const SANDBOX_CREDENTIALS: SandboxCredentials = {
  apiKey: 'sandbox-api-key-not-real',
  accountId: 'sandbox-account-not-real',
  secretKey: 'sandbox-secret-key-not-real',
};
