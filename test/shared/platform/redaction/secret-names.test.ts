// Names of secrets for redaction, and harmless names that look similar: the list that both logs use.
import { expect } from 'chai';
import { isSecretName, NAME_SIGNS } from '../../../../shared/platform/redaction/secret-names.ts';

const SECRET = `
  secret client_secret clientSecret signing_secret webhook-secret secrets SECRET app.secret secret_value
  token accessToken refresh_token X-Auth-Token ID_TOKEN authtoken tokens token_value tokenHash reset_token_hex csrfToken
  password passWord pass_word db_password dbpassword PGPASSWORD userPassword passwordHash hashed_password passwordhash
  password_digest password2 newPassword password_confirmation new_password_again user[password] smtp.password
  passwd passphrase pass_phrase passcode pass-code passkey pwd PWD user_pwd pass SMTP_PASS smtpPass smtppass auth.pass
  otp totp hotp totp_secret sms_otp otpCode pin PIN pin_code cardPin verification_code recovery-codes 2fa_code
  one_time_code mfaCode auth_code backupCodes securityCode
  private_key privateKey PRIVATE_KEY_PEM private_key_pem rsa-private-key-der privkey privatekeypem sshKey
  ssh_private_key tls_key api_key apiKey API-Key X-Api-Key apikeys apiKeyHash secret_key SecretKey access_key
  signing_key encryptionKey master_key hmac_key account_key session_key service_role_key
  credential credentials X-Amz-Credential aws_credentials authorization Authorization Proxy-Authorization
  authorization_header auth basic_auth bearer bearer_token jwt session_jwt
  cookie Cookie Set-Cookie cookies cookie_header session session_id sessionId PHPSESSID sess_id session-data
  signature X-Hub-Signature sig signature_b64 webhookSignature X-Amz-Signature posthorn_ops
  databaseUrl DATABASE_URL redis_url smtpUrl connectionString mnemonic seed_phrase`;

const HARMLESS = `
  idempotency_key Idempotency-Key message_id tokens_used max_tokens total_tokens next_page_token nextToken page_token
  token_type token_count token_id tokenizer passed compass bypass bypass_cache encompass trespass topic_id key_id
  access_key_id api_key_id pinned pins_count spinning opinion key keys keyboard monkey public_key primary_key
  cache_key partition_key cookie_policy cookieless secretary secret_name password_policy password_changed_at
  passwordless obsession possession sessions_count session_name authority author oauth_provider auth_method
  signature_algorithm signed_at design assignment hash content_hash etag code status_code error_code country_code
  url endpoint_url download_url string text value name subject html to from headers tags id path description ping
  shipping laptop option`;

const wordsOf = (list: string) => list.trim().split(/\s+/);

describe('A name of a secret', () => {
  it('is recognized in every spelling, with words before and after it', () => {
    const missed = wordsOf(SECRET).filter((name) => !isSecretName(name));
    expect(missed).to.deep.equal([]);
  });

  it('is recognized by its end, for any length', () => {
    expect(isSecretName(`${'x'.repeat(1_000_000)}_password`)).to.equal(true);
  });

  it('is not a name that only looks similar', () => {
    expect(wordsOf(HARMLESS).filter(isSecretName)).to.deep.equal([]);
  });

  it('always contains a sign that the process log searches for', () => {
    const signs = new RegExp(NAME_SIGNS, 'i');
    const missed = wordsOf(SECRET).filter((name) => !signs.test(`{"${name}":"x"}`));
    expect(missed).to.deep.equal([]);
  });
});
