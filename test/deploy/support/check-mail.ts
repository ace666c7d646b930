// Judges a mail of an installation as a receiver does to whom the provider delivers it: DKIM, SPF and DMARC.
import { authenticate } from 'mailauth';
import { createDns } from '../../../shared/platform/net/dns/dns.ts';
import type { DnsServer } from '../../support/net/dns-server.ts';
import type { SinkMessage } from '../../support/smtp-sink/smtp-sink.ts';

/** @param ip address from which it is delivered; `dns`: the server that is asked */
export async function checkMail(
  { raw, from }: SinkMessage,
  { ip, dns: { address } }: { ip: string; dns: DnsServer },
) {
  const dns = createDns({ servers: [address], reach: 'public' });
  const { dkim, spf, dmarc } = await authenticate(raw, {
    ip,
    helo: 'out.provider.com',
    sender: from,
    mta: 'mx.customer.dev',
    disableArc: true,
    disableBimi: true,
    resolver: async (name, type) => {
      const answer = type === 'TXT' ? await dns.txt(name) : undefined;
      if (answer?.kind === 'found') return answer.values.map((text) => [text]);
      throw Object.assign(new Error('no such record'), { code: 'ENOTFOUND' });
    },
  });
  return {
    dkim: dkim.results[0]?.status.result,
    spf: spf ? spf.status.result : 'not checked',
    dmarc: dmarc ? dmarc.status.result : 'not checked',
  };
}
