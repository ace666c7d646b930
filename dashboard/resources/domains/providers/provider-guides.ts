// How DNS records are added at the providers that most domains are at, in our words. Each guide has the date when the
// provider's pages were read last: such forms change, and a date says how far to trust it. Pure.

/** Which name the form of a provider wants: the part below the zone, or all of it. */
export type HostForm = 'relative' | 'full';

/** A guide. */
export interface ProviderGuide {
  /** As `getDomainDnsProvider` names it. */
  provider: string;
  hostForm: HostForm;
  steps: readonly string[];
  /** What goes wrong there. */
  quirks: readonly string[];
  /** TXT values are typed in quotation marks, in strings of up to 255 characters. */
  wantsQuotes?: true;
  /** The day when this was read, as `2026-11-26`. */
  readOn: string;
}

const READ_ON = '2026-11-26';

const SQUARESPACE: Omit<ProviderGuide, 'provider'> = {
  hostForm: 'relative',
  steps: [
    'Open the domain in your Squarespace account, then DNS and DNS Settings.',
    'Below Custom records choose Add record, then the type.',
    'Paste the host and the value, and save.',
  ],
  quirks: ['The domain is added to the host: a full name ends up twice.'],
  readOn: READ_ON,
};

/** The guides. */
export const PROVIDER_GUIDES: readonly ProviderGuide[] = [
  {
    provider: 'Cloudflare',
    hostForm: 'relative',
    steps: [
      'Open the domain in the Cloudflare dashboard, then DNS and Records.',
      'Choose Add record, then the type.',
      'Paste the host into Name and the value into Content (Mail server of an MX record, Target of a CNAME), and save.',
    ],
    quirks: [
      'A CNAME record is proxied unless you say otherwise. Set Proxy status to “DNS only”: the proxy hides the record.',
      'TTL may stay at Auto. Long values are split without your doing.',
    ],
    readOn: READ_ON,
  },
  {
    provider: 'GoDaddy',
    hostForm: 'relative',
    steps: [
      'Open Domain Portfolio, choose the domain, then DNS.',
      'Choose Add New Record, then the type.',
      'Paste the host into Name and the value into Value, and save.',
    ],
    quirks: [
      'Name takes the host without the domain, and @ for the domain itself.',
      'A value has up to 1,024 characters, all of them ASCII. The default TTL of 1 hour will do.',
    ],
    readOn: READ_ON,
  },
  {
    provider: 'Namecheap',
    hostForm: 'relative',
    steps: [
      'Open Domain List, choose Manage next to the domain, then Advanced DNS.',
      'Choose Add New Record, then the type.',
      'Paste the host and the value, and press the green tick.',
    ],
    quirks: [
      'The domain is added to the host: a full name ends up twice.',
      'MX records are among the Mail Settings of the same page, with the choice Custom MX. That choice is for the whole domain: if another service takes its mail, keep the records of that service.',
    ],
    readOn: READ_ON,
  },
  {
    provider: 'Amazon Route 53',
    hostForm: 'relative',
    steps: [
      'Open Hosted zones, choose the zone, then Create record.',
      'Paste the host into Record name: the domain stands next to it already. Choose the type.',
      'Paste the value in the form below, and create the record.',
    ],
    quirks: [
      'A TXT value stands in quotation marks; what is longer than 255 characters is several of them, with a space in between.',
      'The value of an MX record has the priority in front: 10 mail.example.com.',
      'Leave Alias off.',
    ],
    wantsQuotes: true,
    readOn: READ_ON,
  },
  { provider: 'Squarespace', ...SQUARESPACE },
  {
    provider: 'Google Cloud DNS or Squarespace',
    ...SQUARESPACE,
    steps: ['Domains that were at Google Domains are at Squarespace now.', ...SQUARESPACE.steps],
  },
  {
    provider: 'IONOS',
    hostForm: 'relative',
    steps: [
      'Open Menu, then Domains & SSL. Choose the gear next to the domain, then DNS.',
      'Choose Add record, then the type.',
      'Paste the host into Host name and the value into Value (Points to of an MX record), and save.',
    ],
    quirks: [
      'Host name takes the host without the domain, and @ for the domain itself.',
      'SPF may be offered as a type of its own, SPF (TXT); it is the same as TXT.',
    ],
    readOn: READ_ON,
  },
  {
    provider: 'OVHcloud',
    hostForm: 'relative',
    steps: [
      'Open Web Cloud, Domain names, choose the domain, then DNS zone.',
      'Choose Add an entry, then the type TXT, MX or CNAME.',
      'Paste the host into Sub-domain and the value into Value or Target, and confirm.',
    ],
    quirks: [
      'Without a dot at its end, the target of a CNAME or an MX record gets your domain added. Type the dot.',
      'Take the plain type TXT for all texts. The forms for SPF, DKIM and DMARC write a value of their own.',
    ],
    readOn: READ_ON,
  },
  {
    provider: 'Hostinger',
    hostForm: 'relative',
    steps: [
      'Open Domains in hPanel, choose the domain, then DNS / Nameservers.',
      'Below Manage DNS records choose the type.',
      'Paste the host into Name and the value into the field next to it, and choose Add record.',
    ],
    quirks: ['Name takes the host without the domain, and @ for the domain itself.'],
    readOn: READ_ON,
  },
];

/** What is true of most providers. */
export const OTHER_PROVIDER: Pick<ProviderGuide, 'hostForm' | 'steps' | 'quirks'> = {
  hostForm: 'relative',
  steps: [
    'Open the page where the provider of your DNS lets you edit records. It may be another company than the one that sold you the domain.',
    'Add a record of the type that is shown for each.',
    'Paste host and value, and save.',
  ],
  quirks: [
    'Most forms take the host without the domain. Some want the full name: switch above.',
    'Publish values without quotation marks, unless the form has them already.',
    'A value that is longer than 255 characters must not be cut.',
  ],
};

/** The guide of a provider; undefined: there is none. */
export function findGuide(provider: string | null): ProviderGuide | undefined {
  return PROVIDER_GUIDES.find((guide) => guide.provider === provider);
}

/** A TXT value as a form takes it that wants quotation marks: strings of up to 255 characters. */
export function quotedValue(value: string): string {
  const strings = value.match(/[\s\S]{1,255}/g) ?? [''];
  return strings.map((text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(' ');
}
