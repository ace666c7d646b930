// The scenarios that the command line may name.

import type { Scenario } from '../scenario.ts';
import { accept } from './accept.ts';
import { accountDeletion } from './account-deletion.ts';
import { arrivals } from './arrivals.ts';
import { automationIdle } from './automation-idle.ts';
import { automationSchedule } from './automation-schedule.ts';
import { automations } from './automations.ts';
import { batch } from './batch.ts';
import { blankImports } from './blank-imports.ts';
import { campaigns } from './campaigns.ts';
import { clicks } from './clicks.ts';
import { contactWrites } from './contact-writes.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { destinations } from './destinations.ts';
import { direct } from './direct.ts';
import { domains } from './domains.ts';
import { events } from './events.ts';
import { feedback } from './feedback.ts';
import { held } from './held.ts';
import { hostileMail } from './hostile-mail.ts';
import { hostileTemplates } from './hostile-templates.ts';
import { idle } from './idle.ts';
import { imports } from './imports.ts';
import { mailKinds } from './mail-kinds.ts';
import { memory } from './memory.ts';
import { noisyNeighbour } from './noisy-neighbour.ts';
import { reading } from './reading.ts';
import { recipients } from './recipients.ts';
import { reports } from './reports.ts';
import { segments } from './segments.ts';
import { sharedPassword } from './shared-password.ts';
import { signIns } from './sign-ins.ts';
import { single } from './single.ts';
import { slowSink } from './slow-sink.ts';
import { stored } from './stored.ts';
import { submission } from './submission.ts';
import { tools } from './tools.ts';
import { turns } from './turns.ts';
import { webhooks } from './webhooks.ts';
import { workers } from './workers.ts';

export const SCENARIOS: readonly Scenario[] = [
  single,
  batch,
  recipients,
  accept,
  clicks,
  idle,
  slowSink,
  memory,
  stored,
  workers,
  webhooks,
  events,
  noisyNeighbour,
  contacts,
  contactWrites,
  segments,
  imports,
  blankImports,
  mailKinds,
  hostileTemplates,
  signIns,
  sharedPassword,
  tools,
  turns,
  held,
  domains,
  automations,
  automationIdle,
  automationSchedule,
  campaigns,
  dashboard,
  arrivals,
  reading,
  reports,
  feedback,
  hostileMail,
  submission,
  direct,
  destinations,
  accountDeletion,
];
