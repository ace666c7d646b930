// Receives the feedback of providers about mail. A post needs neither a key nor a User-Agent: the secret of its path is
// checked first, then the signature of its kind; nothing is parsed, stored or fetched before both. Its events are
// durable before 200, and worker-inbound records them (docs/architecture/provider-feedback.md).
import { type Request, Router } from 'express';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { FEEDBACK_FORMS } from '../../../shared/mail/provider-feedback/kinds.ts';
import { type FeedbackKind, hasFeedback } from '../../../shared/mail/provider-feedback/provider-kind.ts';
import { TooManyWaitingError } from '../../../shared/platform/db/group-commit.ts';
import { isDatabaseUnavailable } from '../../../shared/platform/failures/unavailable.ts';
import { createCachedReading } from '../../../shared/platform/metrics/cached-reading.ts';
import { SECOND_MS } from '../../../shared/platform/time/durations.ts';
import {
  feedbackKeyOwner,
  type StoredProvider,
} from '../../../shared/resources/foundation/providers/provider.ts';
import { findProviders } from '../../../shared/resources/foundation/providers/stored.ts';
import {
  createFeedbackSecrets,
  FEEDBACK_PATH,
} from '../../../shared/resources/messaging/provider-feedback/feedback-path.ts';
import { createFeedbackIntake } from '../../../shared/resources/messaging/provider-feedback/intake.ts';
import { answerText } from '../../answer.ts';
import { readBytes } from '../../body/read-json-body.ts';
import type { ApiDeps } from '../../deps.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { logRouteOnly } from '../../middleware/request-log.ts';

/** Ten thousand events of SendGrid. */
const BODY_MAX_BYTES = 5 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 30;
/** Operators' changes take effect within five seconds. */
const READ_EVERY_MS = 2 * SECOND_MS;
/** Used for a path without a provider, so that comparing its secret takes as long. */
const NO_PROVIDER_ID = '';

/** A provider that says what became of its mail. */
type FeedbackProvider = StoredProvider & { kind: FeedbackKind };

/** Any text may follow the path: all paths without a provider get the same answer. */
export function feedbackRouter(deps: ApiDeps): Router {
  const router = Router();
  const { secretKeys } = deps.config;
  if (!secretKeys) return router;
  const reading = createCachedReading({
    name: 'providers',
    log: deps.log,
    ttlMs: READ_EVERY_MS,
    read: () => findProviders(deps.database),
  });
  const isSecretOf = createFeedbackSecrets(secretKeys);
  const intake = createFeedbackIntake({
    ...deps,
    secretKeys,
    onDropped: ({ provider: source, result: kind, effect }, count) =>
      deps.metrics.reports.inc({ source, purpose: 'provider', kind, effect }, count),
  });
  const requireProvider = async ({ method, path }: Request): Promise<FeedbackProvider> => {
    const [, name, secret = '', ...rest] = path.split('/');
    const providers = await reading.latest();
    if (!providers) throw later(new Error('The providers could not be read.'));
    const provider = providers.find((each) => each.name === name && hasFeedback(each.kind));
    const isProven = isSecretOf(provider?.id ?? NO_PROVIDER_ID, secret);
    if (!provider || !isProven || method !== 'POST' || rest.length > 0)
      throw new DomainError('not_found', 'The requested endpoint does not exist.');
    return provider as FeedbackProvider;
  };
  router.use(
    FEEDBACK_PATH,
    logRouteOnly,
    setRouteLabel(`${FEEDBACK_PATH}/:provider/:secret`),
    async (request, response) => {
      const provider = await requireProvider(request);
      const body = await readWhole(request);
      await verify(deps, provider, request, body);
      const read = FEEDBACK_FORMS[provider.kind].read(body);
      if (!read) throw new DomainError('validation_error', `The body is not feedback from ${provider.kind}.`);
      await intake.take(provider, read, deps.clock.now()).catch(refuseForNow);
      if (read.confirmation !== undefined)
        await deps.amazon.confirm(read.confirmation).catch((cause) => Promise.reject(later(cause)));
      answerText(response, '{}', 200);
    },
  );
  return router;
}

async function readWhole(request: Request): Promise<Buffer> {
  if ((request.get('content-encoding') ?? 'identity') !== 'identity')
    throw new DomainError('validation_error', 'The body must not be compressed.');
  return await readBytes(request, BODY_MAX_BYTES, 413);
}

async function verify(
  { secrets, clock, amazon }: ApiDeps,
  { id, kind, encryptedFeedbackKey }: FeedbackProvider,
  request: Request,
  body: Buffer,
): Promise<void> {
  const { needsKey, verify: verdictOf } = FEEDBACK_FORMS[kind];
  if (needsKey && !encryptedFeedbackKey)
    throw refused('The provider has no feedback key. Set it with `ops change-provider --feedback-key`.');
  const key = encryptedFeedbackKey ? decrypt(secrets, encryptedFeedbackKey, feedbackKeyOwner(id)) : undefined;
  const header = (name: string) => request.get(name);
  const verdict = await verdictOf(
    { body, header, now: clock.now(), fetchCertificate: amazon.certificate },
    key,
  );
  if (verdict === 'unavailable') throw later(new Error('The certificate could not be fetched.'));
  if (verdict === 'stale') throw refused('The feedback was signed too long ago.');
  if (verdict === 'forged') throw refused('The signature of the feedback does not match the provider.');
}

/** A key that no key of the installation opens is restored with SECRET_KEY_PREVIOUS; until then nothing is lost. */
function decrypt(secrets: ApiDeps['secrets'], encrypted: Buffer, owner: string): string {
  try {
    return secrets.decrypt(encrypted, owner);
  } catch (cause) {
    throw later(cause);
  }
}

function refused(message: string): DomainError {
  return new DomainError('validation_error', message, { statusCode: 403 });
}

/** The provider posts it again. */
function later(cause: unknown): DomainError {
  return new DomainError(
    'application_error',
    'The feedback cannot be accepted right now. Post it again later.',
    { statusCode: 503, retryAfterSeconds: RETRY_AFTER_SECONDS, cause },
  );
}

function refuseForNow(error: unknown): never {
  throw isDatabaseUnavailable(error) || error instanceof TooManyWaitingError ? later(error) : error;
}
