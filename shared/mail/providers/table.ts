// The table of known mailbox providers: the names of mail servers (MX) by which each is recognised, and how fast it
// accepts mail from an address that it does not know yet. The source of a row is next to it: the provider's own page,
// or the public configuration of another mail server, above all KumoMTA's:
// https://github.com/KumoCorp/kumomta/tree/main/assets (policy-extras/shaping.toml, community/shaping.toml). The
// suffixes are from the MX records of their domains; https://github.com/jace/mxsniff lists many of them. No provider
// publishes a rate for newcomers: the first rates are ours, and low, because a window and a rate open within minutes,
// and a block lasts for days (docs/architecture/mailbox-providers.md#the-table).

/** A row of the table. What it lacks is null or false in `MailboxProvider` (provider.ts). */
export interface ProviderRow {
  /** `[a-z0-9-]{1,64}`: without a dot, unlike the names of all other providers. */
  name: string;
  /** Suffixes of host names, lower case, with the dot before them. */
  mx: readonly string[];
  /** See `MailboxProvider`. */
  connections: number;
  mailsPerConnection: number;
  firstRate?: number | null;
  maxRate?: number | null;
  needsTls?: boolean;
  idleMs?: number;
}

// biome-ignore format: a row is a line or two.
export const PROVIDER_ROWS: readonly ProviderRow[] = [
  // People.
  // TLS: https://support.google.com/mail/answer/81126; the numbers: KumoMTA. Gmail and Workspace share their servers.
  { name: 'google', mx: ['.google.com', '.googlemail.com'], connections: 5, mailsPerConnection: 50, firstRate: 300, needsTls: true },
  // https://sendersupport.olc.protection.outlook.com/pm/Policies, KumoMTA. Outlook.com, Hotmail, Live, MSN.
  { name: 'outlook', mx: ['.olc.protection.outlook.com'], connections: 5, mailsPerConnection: 50, firstRate: 120 },
  // KumoMTA. `.mx.microsoft` are the servers with DANE.
  { name: 'microsoft-365', mx: ['.mail.protection.outlook.com', '.mx.microsoft'], connections: 5, mailsPerConnection: 50, firstRate: 300 },
  // 20 mails a connection: https://senders.yahooinc.com/best-practices. AOL and Sky too.
  { name: 'yahoo', mx: ['.yahoodns.net'], connections: 5, mailsPerConnection: 20, firstRate: 120 },
  // Another company with servers of its own; KumoMTA (community), which has 10 mails a second at most.
  { name: 'yahoo-japan', mx: ['.mail.yahoo.co.jp'], connections: 2, mailsPerConnection: 20, firstRate: 60, maxRate: 600 },
  // https://support.apple.com/en-us/102322; the numbers: KumoMTA.
  { name: 'apple', mx: ['.icloud.com'], connections: 10, mailsPerConnection: 5, firstRate: 120 },
  // Three connections: https://www.postmastery.com/orange-postmaster-smtp-error-codes-ofr/, KumoMTA; 100 mails each: code 109 of
  // https://github.com/sisimai/rb-sisimai (lib/sisimai/rhost/franceptt.rb), whose codes La Poste has too.
  { name: 'orange', mx: ['.orange.fr'], connections: 3, mailsPerConnection: 100, firstRate: 60 },
  { name: 'laposte', mx: ['.laposte.net'], connections: 3, mailsPerConnection: 100, firstRate: 60 },
  // It refuses too many connections from an address (its words are in replies.ts), and names no number.
  { name: 'free', mx: ['.free.fr'], connections: 2, mailsPerConnection: 50, firstRate: 60 },
  // GMX, web.de, mail.com, IONOS: https://postmaster.gmx.com, https://smtp.codes/unitedinternet; the numbers: KumoMTA
  // (community). Few mails from an unknown address: https://www.xqueue.de/update-der-deliverability-policy-von-1und1/
  { name: 'gmx', mx: ['.gmx.net', '.gmx.com', '.web.de', '.mail.com', '.kundenserver.de', '.ionos.com', '.ionos.de', '.1and1.com'],
    connections: 4, mailsPerConnection: 20, firstRate: 30 },
  // It refuses unknown addresses until one writes to it: https://postmaster.t-online.de
  { name: 't-online', mx: ['.t-online.de'], connections: 3, mailsPerConnection: 50, firstRate: 60 },
  // Italiaonline: Libero and Virgilio.
  { name: 'libero', mx: ['.libero.it', '.virgilio.it'], connections: 3, mailsPerConnection: 50, firstRate: 60 },
  { name: 'seznam', mx: ['.seznam.cz'], connections: 5, mailsPerConnection: 50, firstRate: 60 },
  // https://postmaster.mail.ru
  { name: 'mail-ru', mx: ['.mail.ru'], connections: 5, mailsPerConnection: 50, firstRate: 60 },
  { name: 'yandex', mx: ['.yandex.net', '.yandex.ru'], connections: 5, mailsPerConnection: 50, firstRate: 60 },
  // KumoMTA (community).
  { name: 'qq', mx: ['.qq.com'], connections: 4, mailsPerConnection: 8, firstRate: 30 },
  { name: 'netease', mx: ['.netease.com'], connections: 4, mailsPerConnection: 7, firstRate: 30 },
  // 25 connections: https://spa.xfinity.com/postmaster; the rest: KumoMTA, from Comcast.
  { name: 'comcast', mx: ['.comcast.net'], connections: 25, mailsPerConnection: 1_000, firstRate: 300, idleMs: 30_000 },
  // KumoMTA (community).
  { name: 'kpn', mx: ['.kpnmail.nl'], connections: 10, mailsPerConnection: 10 },
  { name: 'netvigator', mx: ['.netvigator.com'], connections: 5, mailsPerConnection: 10 },
  // They name no number.
  { name: 'proton', mx: ['.protonmail.ch'], connections: 5, mailsPerConnection: 50 },
  { name: 'fastmail', mx: ['.messagingengine.com'], connections: 10, mailsPerConnection: 50 },
  { name: 'zoho', mx: ['.zoho.com', '.zoho.eu', '.zoho.in', '.zohomail.com'], connections: 5, mailsPerConnection: 50 },

  // Filters of companies.
  // KumoMTA, from Mimecast; https://community.mimecast.com (SMTP error codes).
  { name: 'mimecast', mx: ['.mimecast.com', '.mimecast.co.za', '.mimecast-offshore.com'], connections: 10, mailsPerConnection: 100 },
  // KumoMTA (community).
  { name: 'barracuda', mx: ['.barracudanetworks.com'], connections: 10, mailsPerConnection: 15 },
  // They name no number.
  { name: 'proofpoint', mx: ['.pphosted.com', '.ppe-hosted.com'], connections: 10, mailsPerConnection: 50 },
  { name: 'messagelabs', mx: ['.messagelabs.com'], connections: 10, mailsPerConnection: 50 },
];
