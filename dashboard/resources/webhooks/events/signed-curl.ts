// An event as a command for a terminal that posts it once more, signed at that moment: a signature of the past would be
// refused as too old. The page has no secret, so the shell takes it from $POSTHORN_WEBHOOK_SECRET. Everything happens in a
// subshell, which leaves no variable and does not end the shell when the secret is missing. Signatures:
// docs/reference/webhooks.md#signatures.
import { quoted } from '../../../api/copy-as.ts';

interface SignedEvent {
  id: string;
  endpointUrl: string;
  payload: unknown;
}

/** @returns a command for bash, zsh and sh with curl and openssl */
export function signedCurl({ id, endpointUrl, payload }: SignedEvent): string {
  return `(
secret="\${POSTHORN_WEBHOOK_SECRET:?is the signing secret, whsec_…}"
id=${quoted(id)} time=$(date +%s)
body=${quoted(JSON.stringify(payload))}
hex() { od -An -v -tx1 | tr -d ' \\n'; }
service=$(printf '%s.%s' "$time" "$body" | openssl dgst -sha256 -hmac "$secret" -binary | hex)
key=$(printf '%s' "\${secret#whsec_}" | openssl base64 -d -A | hex)
standard=$(printf '%s.%s.%s' "$id" "$time" "$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
printf '%s' "$body" | curl -i --globoff -X POST ${quoted(endpointUrl)} \\
  -H 'Content-Type: application/json' \\
  -H "X-Service-Timestamp: $time" -H "X-Service-Signature: $service" \\
  -H "webhook-id: $id" -H "webhook-timestamp: $time" -H "webhook-signature: v1,$standard" \\
  --data-binary @-
)`;
}
