// The names that the DNS tree walk of DMARC asks (RFC 9989 §4.10).
import { expect } from 'chai';
import { findDmarcPolicy, listWalkedNames } from '../../../../shared/mail/domains/dmarc.ts';
import { createZones } from './zones.ts';

/** Ten labels. */
const LONG = 'a.b.c.d.e.f.g.h.acme.dev';

describe('The names of a DMARC tree walk', () => {
  it('are the domain and every name above it, also the top-level domain', () => {
    expect(listWalkedNames('a.mail.acme.dev')).to.deep.equal([
      'a.mail.acme.dev',
      'mail.acme.dev',
      'acme.dev',
      'dev',
    ]);
  });

  it('are eight at most: a longer name is followed by its last seven labels', () => {
    expect(listWalkedNames(LONG)).to.deep.equal([
      LONG,
      'd.e.f.g.h.acme.dev',
      'e.f.g.h.acme.dev',
      'f.g.h.acme.dev',
      'g.h.acme.dev',
      'h.acme.dev',
      'acme.dev',
      'dev',
    ]);
    expect(listWalkedNames('a.b.c.d.e.f.acme.dev')).to.have.length(8);
    expect(listWalkedNames(`${'a.'.repeat(100)}dev`)).to.have.length(8);
  });

  it('are each asked once', async () => {
    const zones = createZones({});
    await findDmarcPolicy(LONG, zones);
    expect(zones.asked).to.deep.equal(listWalkedNames(LONG).map((name) => `_dmarc.${name}`));
  });
});
