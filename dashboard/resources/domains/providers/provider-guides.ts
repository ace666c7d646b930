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
  quirks: ['Enter the host without the domain. For the domain itself, enter @ or leave Host empty.'],
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
      'Paste the host into Name and the value into the field for the type: Content for a TXT record, Target for a CNAME record. Save.',
    ],
    quirks: [
      'New CNAME records may be proxied. Set Proxy status to “DNS only”: a proxied record is not visible in DNS.',
      'TXT values need no quotation marks, and you do not need to split long values.',
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
      'Enter the host without the domain in Name. For the domain itself, enter @.',
      'A TXT value can have up to 1,024 ASCII characters. The default TTL of 1 hour works.',
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
      'Namecheap adds the domain to the host, so a full name would contain it twice.',
      'If you cannot choose the type MX, check the mail settings on the same page. They apply to the whole domain, so keep the records of a service that already receives its mail.',
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
      'For the zone itself, leave Record name empty. Do not enter @.',
      'Put TXT values in quotation marks. Split values longer than 255 characters into several quoted parts, separated by spaces.',
      'Start the value of an MX record with its priority: 10 mail.example.com.',
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
      'These steps are for Squarespace, which took over the domains of Google Domains.',
      ...SQUARESPACE.steps,
    ],
  },
  {
    provider: 'IONOS',
    hostForm: 'relative',
    steps: [
      'Open Menu, then Domains & SSL. Open the actions of the domain (a gear or three dots), then DNS.',
      'Choose Add record, then the type.',
      'Paste the host into Host name and the value into the field for the type (Points to for a CNAME record), and save.',
    ],
    quirks: [
      'Enter the host without the domain in Host name.',
      'SPF may appear as a separate type, SPF (TXT). It is the same as TXT.',
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
      'End the target of a CNAME or MX record with a dot. Otherwise OVHcloud adds your domain to it.',
      'The OVHcloud form accepts TXT values of up to 255 characters. If the DKIM value does not fit, use “Change in text format”, which has no such limit. Our zone file contains the line.',
    ],
    source: 'provider',
    readOn: READ_ON,
  },
  {
    provider: 'Hostinger',
    hostForm: 'relative',
    steps: [
      'Open Domains in hPanel, choose the domain, then DNS / Nameservers.',
      'Under Manage DNS records, choose the type.',
      'Paste the host into Name and the value into the field for the type, and choose Add record.',
    ],
    quirks: ['Enter the host without the domain in Name. For the domain itself, enter @.'],
    source: 'others',
    readOn: READ_ON,
  },
];

/** The facts that are true of most providers. */
export const OTHER_PROVIDER: Pick<ProviderGuide, 'hostForm' | 'steps' | 'quirks'> = {
  hostForm: 'relative',
  steps: [
    'Open the page where your DNS provider lets you edit records. This may not be the company that sold you the domain.',
    'Add each record with the type shown.',
    'Paste the host and the value, and save.',
  ],
  quirks: [
    'Most forms expect the host without the domain. If yours expects the full name, switch above.',
    'Enter values without quotation marks, unless the form already shows them.',
    'Do not shorten values longer than 255 characters.',
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
