// The drawing of a QR code (dashboard/resources/second-factor/qr-path.ts).
import { expect } from 'chai';
import { encode } from 'uqr';
import { qrPath } from '../../dashboard/resources/second-factor/qr-path.ts';

describe('The path of a QR code', () => {
  it('has one rectangle for each run of dark modules', () => {
    const path = qrPath([
      [true, true, false, true],
      [false, false, false, false],
      [false, true, true, true],
    ]);
    expect(path).to.equal('M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z');
  });

  it('covers exactly the dark modules of a real code', () => {
    const { data, size } = encode(
      'otpauth://totp/Posthorn:ada%40acme.dev?secret=GEZDGNBVGY3TQOJQ&issuer=Posthorn',
    );
    const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
    for (const [, x, y, width] of qrPath(data).matchAll(/M(\d+) (\d+)h(\d+)/g)) {
      drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
    }
    expect(drawn).to.deep.equal(data);
  });
});
