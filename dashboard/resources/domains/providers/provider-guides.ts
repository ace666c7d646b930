// How DNS records are added at the providers that most domains are at, in our words. Each guide says where it was read, and on
// which day: such forms change, so the page says how far to trust it. Only what was read there is in it. Pure.

/** The name that the form of a provider expects: the part below the zone, or all of it. */
export type HostForm = 'relative' | 'full';

/** A guide. */
export interface ProviderGuide {
  /** The name from `getDomainDnsProvider`. */
  provider: string;
  hostForm: HostForm;
  steps: readonly string[];
  /** The pitfalls of the provider. */
  quirks: readonly string[];
  /** TXT values are typed in quotation marks, in strings of up to 255 characters. */
  wantsQuotes?: true;
  /** The help pages of the provider, as copies of them that may be older than the day, or what others have written of it. */
  source: 'provider' | 'others';
  /** The day when this was read, as `2026-11-26`. */
  readOn: string;
}

const READ_ON = '2026-11-26';

const SQUARESPACE: Omit<ProviderGuide, 'provider'> = {
  hostForm: 'relative',
  steps: [
    'Open the DNS settings of the domain, and scroll to Custom records.',
    'Choose Add record, then the type.',
    'Paste the host into Host and the value into Data, and save.',
  ],
  quirks: ['Host takes the host without the domain. For the domain itself it may be @, or stay empty.'],
  source: 'provider',
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
      'Paste the host into Name and the value into the field of the type: Content of a TXT record, Target of a CNAME record. Save.',
    ],
    quirks: [
      'A CNAME record may be proxied at first. Set Proxy status to “DNS only”: DNS does not show a record that is proxied.',
      'A TXT value needs no quotation marks, and a long one need not be split.',
    ],
    source: 'provider',
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
      'A TXT value has up to 1,024 characters, all of them ASCII. The default TTL of 1 hour will do.',
    ],
    source: 'provider',
    readOn: READ_ON,
  },
  {
    provider: 'Namecheap',
    hostForm: 'relative',
    steps: [
      'Open Domain List, choose Manage next to the domain, then Advanced DNS.',
      'Choose Add New Record, then the type.',
      'Paste the host into Host and the value into the field next to it, and save.',
    ],
    quirks: [
      'The domain is added to the host: a full name ends up twice.',
      'If MX is not among the types: the mail settings of the same page may decide which MX records there are. They are for the whole domain, so keep the records of a service that takes its mail.',
    ],
    source: 'others',
    readOn: READ_ON,
  },
  {
    provider: 'Amazon Route 53',
    hostForm: 'relative',
    steps: [
      'Open Hosted zones, choose the zone, then Create record.',
      'Paste the host into Record name, without the name of the zone. Choose the type.',
      'Paste the value in the form below, and create the record.',
    ],
    quirks: [
      'For the name of the zone itself leave Record name empty: no @.',
      'A TXT value has quotation marks around it; what is longer than 255 characters is several of them, with a space in between.',
      'The value of an MX record has the priority in front: 10 mail.example.com.',
    ],
    wantsQuotes: true,
    source: 'provider',
    readOn: READ_ON,
  },
  { provider: 'Squarespace', ...SQUARESPACE },
  {
    provider: 'Google Cloud DNS or Squarespace',
    ...SQUARESPACE,
    steps: [
      'These are the steps at Squarespace, which has the domains of Google Domains.',
      ...SQUARESPACE.steps,
    ],
  },
  {
    provider: 'IONOS',
    hostForm: 'relative',
    steps: [
      'Open Menu, then Domains & SSL. Open the actions of the domain (a gear or three dots), then DNS.',
      'Choose Add record, then the type.',
      'Paste the host into Host name and the value into the field of the type (Points to of a CNAME record), and save.',
    ],
    quirks: [
      'Host name takes the host without the domain.',
      'SPF may be shown as a type of its own, SPF (TXT); it is the same as TXT.',
    ],
    source: 'provider',
    readOn: READ_ON,
  },
  {
    provider: 'OVHcloud',
    hostForm: 'relative',
    steps: [
      'Open Web Cloud, Domain names, choose the domain, then DNS zone.',
      'Choose Add an entry, then the type TXT, MX or CNAME.',
      'Paste the host as the subdomain and the value as the value or target, and confirm.',
    ],
    quirks: [
      'Without a dot at its end, the target of a CNAME or an MX record gets your domain added. Type the dot.',
      'OVHcloud says that its form takes a TXT value of up to 255 characters. If the value of DKIM does not fit, add it with “Change in text format”, where this limit does not exist; our zone file has its line.',
    ],
    source: 'provider',
    readOn: READ_ON,
  },
  {
    provider: 'Hostinger',
    hostForm: 'relative',
    steps: [
      'Open Domains in hPanel, choose the domain, then DNS / Nameservers.',
      'Below Manage DNS records choose the type.',
      'Paste the host into Name and the value into the field of the type, and choose Add record.',
    ],
    quirks: ['Name takes the host without the domain, and @ for the domain itself.'],
    source: 'others',
    readOn: READ_ON,
  },
];

/** The facts that are true of most providers. */
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
