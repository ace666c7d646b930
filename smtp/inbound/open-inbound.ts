// Opens the server of inbound mail.
import { createRecipientTokens } from '../../shared/mail/feedback/recipient-tokens.ts';
import { ConfigError } from '../../shared/platform/config/config.ts';
import type { SecretKeys } from '../../shared/platform/security/secret-keys.ts';
import { createReception } from '../../shared/resources/messaging/receiving/inbound/reception.ts';
import type { OpenServer } from '../server/open-server.ts';
import { startInbound } from './start-inbound.ts';

export const openInbound: OpenServer = async (deps) => {
  const { config, metrics, clock, log } = deps;
  const tokens = createRecipientTokens(requireSecretKeys(config.secretKeys));
  const reception = createReception(deps);
  const server = await startInbound({ config, reception, tokens, registry: metrics.registry, clock, log });
  return {
    ports: { inboundPort: server.port },
    pools: {},
    async stop() {
      await server.stop();
      await reception.drain();
    },
  };
};

/** The return paths of sent mail have tokens that are made with it. */
function requireSecretKeys(secretKeys: SecretKeys | undefined): SecretKeys {
  if (!secretKeys) throw new ConfigError('Configuration: "SECRET_KEY" is required to receive mail.');
  return secretKeys;
}
