// Well-known DNS providers, by the names of their name servers. An entry has the page where records are edited only if the
// provider has one fixed address for it.

/** A company that serves DNS. */
export interface DnsProvider {
  name: string;
  /** The page where records are edited. */
  recordsUrl: string | null;
}

/** Finds the provider that has all name servers of a zone; undefined: several have, or one that we do not know. */
export function findProviderOf(nameServers: readonly string[]): DnsProvider | undefined {
  const [first, ...others] = nameServers.map(findProvider);
  return others.every((provider) => provider === first) ? first : undefined;
}

function findProvider(nameServer: string): DnsProvider | undefined {
  return PROVIDERS.find(({ servers }) => servers.test(nameServer));
}

type KnownProvider = DnsProvider & { servers: RegExp };

function provider(name: string, suffixes: string, recordsUrl: string | null = null): KnownProvider {
  const escaped = suffixes.split(' ').map((suffix) => suffix.replaceAll('.', '\\.'));
  return { name, recordsUrl, servers: new RegExp(`(?:^|\\.)(?:${escaped.join('|')})$`) };
}

const PROVIDERS: readonly KnownProvider[] = [
  provider('Cloudflare', 'ns.cloudflare.com', 'https://dash.cloudflare.com/?to=/:account/:zone/dns'),
  {
    name: 'Amazon Route 53',
    recordsUrl: 'https://console.aws.amazon.com/route53/v2/hostedzones',
    servers: /(?:^|\.)awsdns-\d+\.(?:com|net|org|co\.uk)$/,
  },
  // The domains that Google Domains had are still there.
  provider('Google Cloud DNS or Squarespace', 'googledomains.com'),
  provider(
    'Azure DNS',
    'azure-dns.com azure-dns.net azure-dns.org azure-dns.info',
    'https://portal.azure.com/#browse/Microsoft.Network%2FdnsZones',
  ),
  provider('GoDaddy', 'domaincontrol.com', 'https://dcc.godaddy.com/control/portfolio'),
  provider('Namecheap', 'registrar-servers.com', 'https://ap.www.namecheap.com/domains/list/'),
  provider('DigitalOcean', 'digitalocean.com', 'https://cloud.digitalocean.com/networking/domains'),
  provider('Hetzner', 'ns.hetzner.com ns.hetzner.de first-ns.de second-ns.de second-ns.com'),
  provider('OVHcloud', 'ovh.net ovh.ca anycast.me', 'https://www.ovh.com/manager/'),
  provider('IONOS', 'ui-dns.com ui-dns.org ui-dns.de ui-dns.biz', 'https://my.ionos.com/domains'),
  provider('Gandi', 'gandi.net', 'https://admin.gandi.net/domain'),
  provider('Vercel', 'vercel-dns.com', 'https://vercel.com/dashboard/domains'),
  provider('Netlify or NS1', 'nsone.net'),
  provider('DNSimple', 'dnsimple.com dnsimple-edge.net dnsimple-edge.org'),
  provider('Porkbun', 'ns.porkbun.com', 'https://porkbun.com/account/domainsSpeedy'),
  provider('Squarespace', 'squarespacedns.com', 'https://account.squarespace.com/domains'),
  provider('Wix', 'wixdns.net', 'https://manage.wix.com/account/domains'),
  provider('Hostinger', 'dns-parking.com', 'https://hpanel.hostinger.com/'),
  provider('Linode', 'linode.com', 'https://cloud.linode.com/domains'),
  provider('Vultr', 'vultr.com', 'https://my.vultr.com/dns/'),
  provider('Dynadot', 'dynadot.com'),
  provider('Name.com', 'name.com', 'https://www.name.com/account/domain'),
  provider('NameSilo', 'dnsowl.com', 'https://www.namesilo.com/account_domains.php'),
  provider('deSEC', 'desec.io desec.org', 'https://desec.io/domains'),
  provider('INWX', 'inwx.de inwx.eu inwx.net inwx.com'),
  provider('STRATO', 'rzone.de'),
  provider('Njalla', 'njalla.no njalla.in njalla.fo', 'https://njal.la/domains/'),
  provider('bunny.net', 'bunny.net'),
  provider('Spaceship', 'spaceship.net'),
  provider('Hover', 'hover.com', 'https://www.hover.com/control_panel'),
  provider('DreamHost', 'dreamhost.com', 'https://panel.dreamhost.com/'),
  provider('Bluehost', 'bluehost.com'),
  provider('Network Solutions', 'worldnic.com'),
  provider('Fastmail', 'messagingengine.com', 'https://app.fastmail.com/settings/domains'),
  provider('Infomaniak', 'infomaniak.ch infomaniak.com'),
  provider('TransIP', 'transip.net transip.nl transip.eu'),
  provider('Loopia', 'loopia.se'),
  provider('one.com', 'one.com'),
  provider('netcup', 'netcup.net'),
  provider('ALL-INKL', 'kasserver.com'),
  provider('Scaleway', 'dom.scw.cloud'),
  provider('Hurricane Electric', 'he.net', 'https://dns.he.net/'),
  provider('ClouDNS', 'cloudns.net'),
  provider('DNS Made Easy', 'dnsmadeeasy.com'),
  provider('UltraDNS', 'ultradns.com ultradns.net ultradns.org ultradns.biz ultradns.info'),
  provider('Akamai', 'akam.net'),
  provider('Alibaba Cloud', 'hichina.com alidns.com', 'https://dns.console.aliyun.com/'),
  provider('DNSPod', 'dnspod.net', 'https://console.dnspod.cn/dns/list'),
];
