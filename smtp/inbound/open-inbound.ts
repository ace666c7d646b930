// Opens the server of inbound mail.
import { createRecipientTokens } from '../../shared/mail/feedback/recipient-tokens.ts';
import { ConfigError } from '../../shared/platform/config/config.ts';
import { createReception } from '../../shared/resources/messaging/receiving/arrivals/reception.ts';
import type { OpenServer } from '../server/open-server.ts';
import { startInbound } from './start-inbound.ts';

export const openInbound: OpenServer = async (deps) => {
  const { config, metrics, clock, log } = deps;
  const tokens = createRecipientTokens(requireSecretKey(config.secretKey));
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
function requireSecretKey(secretKey: string | undefined): string {
  if (!secretKey) throw new ConfigError('Configuration: "SECRET_KEY" is required to receive mail.');
  return secretKey;
}
