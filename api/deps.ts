// Dependencies of the API (dependency injection): main.ts creates them once and passes them on; a test passes its own.
import type { CssInliner } from '../shared/mail/css/inline-css.ts';
import type { TrackingTokens } from '../shared/mail/tracking/tracking-tokens.ts';
import type { Config } from '../shared/platform/config/config.ts';
import type { Database } from '../shared/platform/db/connect.ts';
import type { Readiness } from '../shared/platform/health/health.ts';
import type { Background } from '../shared/platform/lifecycle/background.ts';
import type { Logger } from '../shared/platform/log/log.ts';
import type { ChatModel } from '../shared/platform/net/chat-completions.ts';
import type { Dns } from '../shared/platform/net/dns/answer.ts';
import type { LinkProbe } from '../shared/platform/net/link-probe.ts';
import type { Queues } from '../shared/platform/queues/connect.ts';
import type { RateLimiter } from '../shared/platform/rate-limit/limiter.ts';
import type { PasswordHashes } from '../shared/platform/security/password-hash.ts';
import type { Secrets } from '../shared/platform/security/secrets.ts';
import type { SignedLinks } from '../shared/platform/security/signed-links.ts';
import type { ByteBudget } from '../shared/platform/sharing/byte-budget.ts';
import type { Computer } from '../shared/platform/sharing/computer.ts';
import type { FairTurns } from '../shared/platform/sharing/fair-turns.ts';
import type { UploadStore } from '../shared/platform/storage/upload-store.ts';
import type { Clock } from '../shared/platform/time/clock.ts';
import type { Ids } from '../shared/platform/time/ids.ts';
import type { ContactLanes } from '../shared/resources/audience/contact-writes/lanes.ts';
import type { GraphVersions } from '../shared/resources/flows/automations/versions/graph-versions.ts';
import type { EventSender } from '../shared/resources/flows/event-sending/send.ts';
import type { ChangeWatch } from '../shared/resources/foundation/changes/watch-changes.ts';
import type { KeysInProgress } from '../shared/resources/foundation/idempotency/keys-in-progress.ts';
import type { LogWriter } from '../shared/resources/foundation/logs/writer.ts';
import type { MessagePoster } from '../shared/resources/foundation/webhooks/delivery/post-message.ts';
import type { Acceptor } from '../shared/resources/messaging/emails/accept/accept.ts';
import type { ReadBody } from '../shared/resources/messaging/emails/contents/stored-body.ts';
import type { PollLinks } from '../shared/resources/messaging/polls/link.ts';
import type { AmazonFetch } from '../shared/resources/messaging/provider-feedback/amazon.ts';
import type { EmailRenderer } from '../shared/resources/messaging/templates/rendering/render-for-send.ts';
import type { HitGatherer } from '../shared/resources/messaging/tracking/hits/gather.ts';
import type { PreferencesLinks } from '../shared/resources/messaging/unsubscribe-page/link.ts';
import type { WebVersionLinks } from '../shared/resources/messaging/web-versions/link.ts';
import type { SignInTurns } from '../shared/resources/people/sign-in/turns.ts';
import type { Metrics } from '../shared/resources/service-metrics.ts';
import type { Registrations } from '../shared/resources/work-deps.ts';

/** The dependencies of the API. */
export interface ApiDeps extends Registrations {
  config: Config;
  /** The directory of the dashboard's build (api/public/dashboard-page/build.ts). */
  dashboardDirectory: string;
  /** The package of the command line, if it is not in the build (public/command-line.ts). */
  commandLineFile?: string;
  log: Logger;
  clock: Clock;
  ids: Ids;
  database: Database;
  queues: Queues;
  metrics: Metrics;
  readiness: Readiness;
  background: Background;
  acceptor: Acceptor;
  attachments: UploadStore;
  /** The received messages, and their files. */
  received: UploadStore;
  /** Bounds the bytes of large bodies in memory. */
  bodyBudget: ByteBudget;
  /** Bounds the bytes of rendered templates in memory: a small request may render to a hundred megabytes. */
  renderBudget: ByteBudget;
  /** The turns in which templates of sends are compiled and rendered. */
  turns: FairTurns;
  /** Does what else callers choose to compute. */
  computer: Computer;
  emailRenderer: EmailRenderer;
  /** Reads what emails say. */
  readBody: ReadBody;
  cssInliner: CssInliner;
  /** Contact writes of one account take turns. */
  contactLanes: ContactLanes;
  /** The graphs of automations, compiled. */
  graphVersions: GraphVersions;
  eventSender: EventSender;
  links: SignedLinks;
  /** Links by which the person of an address unsubscribes. */
  preferences: PreferencesLinks;
  /** Links by which the person of an address votes. */
  pollLinks: PollLinks;
  /** Links to mail as a page. */
  webVersions: WebVersionLinks;
  /** The tokens of pixels and tracked links. */
  trackingTokens: TrackingTokens;
  hits: HitGatherer;
  secrets: Secrets;
  passwordHashes: PasswordHashes;
  /** Attempts to sign in from one client network run one after the other. */
  signInTurns: SignInTurns;
  /** Renews the leases of the idempotency keys of running requests. */
  keysInProgress: KeysInProgress;
  /** Watches the accounts that people are looking at for changes. */
  changes: ChangeWatch;
  /** Sends the sample events of POST /webhooks/:id/test. */
  webhookPoster: MessagePoster;
  /** Fetches what the feedback of SES needs. */
  amazon: AmazonFetch;
  /** Opens the links of checklists. */
  linkProbe: LinkProbe;
  dns: Dns;
  /** The language model that writes suggestions; undefined: there is none. */
  model: ChatModel | undefined;
  requestLogs: LogWriter;
  /** The rate limiter; undefined: there is no rate limit. */
  rateLimiter: RateLimiter | undefined;
}
