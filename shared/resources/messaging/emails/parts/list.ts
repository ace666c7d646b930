// The parts of mail, in the order in which their rows are inserted and loaded.
import { attachments } from './attachments.ts';
import { conversation } from './conversation.ts';
import { flow } from './flow.ts';
import { kept } from './kept.ts';
import type { MailPart } from './mail-part.ts';
import { poll } from './poll.ts';
import { renderedContents } from './rendered.ts';
import { tags } from './tags.ts';
import { template } from './template.ts';
import { tracking } from './tracking.ts';
import { unsubscribing } from './unsubscribing.ts';
import { upgrade } from './upgrade.ts';

/** All parts. */
export const MAIL_PARTS: readonly MailPart[] = [
  upgrade,
  unsubscribing,
  template,
  flow,
  renderedContents,
  tracking,
  tags,
  conversation,
  attachments,
  kept,
  poll,
];
