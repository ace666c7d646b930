// Messages as people's programs write them, and what is read of each. Octets are written in Latin-1.
import iconv from 'iconv-lite';

/** What is compared. */
export interface Read {
  text?: string | null;
  html?: string | null;
  subject?: string;
  /** Name and address of From. */
  from?: string;
  /** Name, type and content, which may be left out. */
  files?: readonly (readonly [name: string | null, type: string, content?: string])[];
  guessed?: boolean;
  /** A part of `parse_error`; absent: null. */
  error?: string;
}

/** A message. */
export type Row = readonly [what: string, message: string, read: Read];

const octets = (text: string, charset: string) => iconv.encode(text, charset).toString('latin1');
const mail = (fields: string, body: string) => `From: Bo <bo@mail.test>\nSubject: s\n${fields}\n\n${body}\n`;
const plain = (charset: string, body: string) => mail(`Content-Type: text/plain${charset}`, body);
const page = (meta: string, body: string) =>
  mail('Content-Type: text/html', `<html><head>${meta}</head><p>${body}</p></html>`);
const HTML_OF = (meta: string, body: string) => `<html><head>${meta}</head><p>${body}</p></html>\n`;
const COLOGNE = 'Grüße aus Köln';
const LATIN = octets(COLOGNE, 'latin1');
const PRIVET = 'Привет';
const NIHAO = '你好';

const CHARSETS: readonly Row[] = [
  ['Latin-1 without MIME fields', mail('X-A: 1', LATIN), { text: `${COLOGNE}\n`, guessed: true }],
  ['Latin-1, said to be UTF-8', plain('; charset=utf-8', LATIN), { text: `${COLOGNE}\n`, guessed: true }],
  ['Latin-1, said to be ASCII', plain('; charset=us-ascii', LATIN), { text: `${COLOGNE}\n`, guessed: true }],
  [
    'quoted-printable without a charset',
    mail('Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable', 'Gr=FC=DFe'),
    { text: 'Grüße\n', guessed: true },
  ],
  ['UTF-8 without a charset', mail('X-A: 1', octets(PRIVET, 'utf8')), { text: `${PRIVET}\n` }],
  ['Latin-1, said to be so', plain('; charset=iso-8859-1', LATIN), { text: `${COLOGNE}\n` }],
  ['a euro sign, said to be Latin-1', plain('; charset=iso-8859-1', '\x80 5'), { text: '€ 5\n' }],
  ['a charset that does not exist', plain('; charset=x-none', 'abc'), { text: 'abc\n', guessed: true }],
  ['a code page of DOS', plain('; charset=cp437', '\x84\x94\x81'), { text: 'äöü\n' }],
  [
    'UTF-8 with one name in Latin-1',
    plain('; charset=utf-8', `${octets(`${PRIVET}, `, 'utf8')}\xfcb`),
    { text: `${PRIVET}, üb\n`, guessed: true },
  ],
  [
    'Japanese in 7 bits without a charset',
    mail('X-A: 1', '\x1b$B$3$s$K$A$O\x1b(B'),
    { text: 'こんにちは\n' },
  ],
  [
    'Russian without a charset',
    mail('X-A: 1', octets('Добрый день, заказ отправлен', 'koi8-r')),
    { text: 'Добрый день, заказ отправлен\n', guessed: true },
  ],
  ...(
    [
      ['windows-1252', '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">', COLOGNE],
      ['windows-1251', '<meta charset="windows-1251">', PRIVET],
      ['iso-8859-1', "<meta charset='iso-8859-1'>", 'Rødgrød'],
      ['gb18030', '<META CHARSET=gb18030 />', NIHAO],
      ['koi8-r', '<meta name=x><meta content="text/html;charset=koi8-r" http-equiv=Content-Type>', PRIVET],
    ] as const
  ).map(([charset, meta, text]): Row => {
    const read = { html: HTML_OF(meta, text), text: null, guessed: true };
    return [`html that says ${charset} in <meta>`, page(meta, octets(text, charset)), read];
  }),
  [
    'html in base64 that says gb18030 in <meta>',
    mail(
      'Content-Type: text/html\nContent-Transfer-Encoding: base64',
      iconv.encode(`<meta charset=gb18030>${NIHAO}`, 'gb18030').toString('base64'),
    ),
    { html: `<meta charset=gb18030>${NIHAO}`, text: null, guessed: true },
  ],
  [
    'a text whose html says its charset',
    mail(
      'Content-Type: multipart/alternative; boundary=b',
      `--b\n\n${octets(PRIVET, 'windows-1251')}\n--b\nContent-Type: text/html; charset=windows-1251\n\n${octets(PRIVET, 'windows-1251')}\n--b--`,
    ),
    { text: PRIVET, html: PRIVET, guessed: true },
  ],
];

const field = (subject: string, charset = 'utf-8', from = 'Bo <bo@mail.test>') =>
  `From: ${from}\nSubject: ${subject}\nContent-Type: text/plain; charset=${charset}\n\nx\n`;
const HEADERS: readonly Row[] = [
  ['an octet in an encoded word', field('=?iso-8859-1?Q?Die_Fr\xf6sche?='), { subject: 'Die Frösche' }],
  ['octets of Latin-1', field(LATIN, 'iso-8859-1'), { subject: COLOGNE, guessed: true }],
  [
    'octets of the charset of the text',
    field(octets(NIHAO, 'gbk'), 'gbk'),
    { subject: NIHAO, guessed: true },
  ],
  [
    'octets of the charset that the text looks like',
    field(octets('Счёт', 'koi8-r'), 'us-ascii').replace(
      '\nx\n',
      `\n${octets('Добрый день, заказ отправлен', 'koi8-r')}`,
    ),
    { subject: 'Счёт', guessed: true },
  ],
  ['octets of UTF-8', field(octets(NIHAO, 'utf8'), 'gbk'), { subject: NIHAO }],
  ['a word that is no UTF-8', field('=?utf-8?Q?Gr=FC=DFe?='), { subject: 'Grüße', guessed: true }],
  [
    'a character in two words',
    field('=?utf-8?B?w7w=?=\n =?utf-8?Q?=C3?= =?UTF-8?Q?=BC?='),
    { subject: 'üü' },
  ],
  ['a word with a language', field('=?utf-8*de?Q?=C3=BC?='), { subject: 'ü' }],
  [
    'octets in a name',
    field('s', 'iso-8859-1', 'M\xfcller, "Jan" <jan@mail.test>').replace(
      'M\xfcller, "Jan"',
      '"M\xfcller, Jan"',
    ),
    { from: 'Müller, Jan <jan@mail.test>', guessed: true },
  ],
  [
    'a name in gbk',
    field('s', 'gbk', `${octets('王', 'gbk')} <w@mail.test>`),
    { from: '王 <w@mail.test>', guessed: true },
  ],
];

const part = (fields: string, body: string) => `--b\n${fields}\n\n${body}\n`;
const parts = (...all: string[]) =>
  mail(
    'Content-Type: multipart/mixed; boundary=b',
    `${part('Content-Type: text/plain', 'see file')}${all.join('')}--b--`,
  );
const file = (type: string, more = '') =>
  parts(part(`Content-Type: ${type}\nContent-Disposition: attachment; filename=a.csv${more}`, 'a;b'));
const FILES: readonly Row[] = [
  [
    'a type with parameters',
    file('text/csv; charset=windows-1252; header=present; name="a.csv"'),
    { text: 'see file', files: [['a.csv', 'text/csv; charset=windows-1252; header=present', 'a;b']] },
  ],
  [
    'an invitation',
    parts(part('Content-Type: text/calendar; method=REQUEST; charset="utf-8"', 'BEGIN:VCALENDAR')),
    { text: 'see file', files: [[null, 'text/calendar; method=REQUEST; charset=utf-8']] },
  ],
  [
    'a codec',
    file('audio/ogg; codecs="opus, vorbis"'),
    { text: 'see file', files: [['a.csv', 'audio/ogg; codecs="opus, vorbis"']] },
  ],
  [
    'a text that is shown and has a name',
    parts(
      part('Content-Type: text/plain; charset=utf-8\nContent-Disposition: inline; filename=log.txt', 'line'),
    ),
    { text: 'see file', files: [['log.txt', 'text/plain; charset=utf-8', 'line']] },
  ],
  [
    'html with a name and no disposition',
    parts(part('Content-Type: text/html; name=page.html', '<p>x</p>')),
    { text: 'see file', html: null, files: [['page.html', 'text/html', '<p>x</p>']] },
  ],
  [
    'a name in Latin-1',
    parts(part('Content-Type: application/pdf; name="Gr\xfc\xdfe.pdf"', 'x')),
    { text: 'see file', files: [['Grüße.pdf', 'application/pdf']] },
  ],
  [
    'a name that is no UTF-8, in pieces',
    file('application/pdf', '').replace(
      'filename=a.csv',
      "filename*0*=utf-8''Gr%FC; filename*1*=%DFe; filename*2=.pdf",
    ),
    { text: 'see file', files: [['Grüße.pdf', 'application/pdf']] },
  ],
  [
    'a name in windows-1251 (RFC 2231)',
    file('application/pdf').replace(
      'filename=a.csv',
      "filename=x.pdf; filename*=windows-1251''%CF%F0%E8.pdf",
    ),
    { text: 'see file', files: [['При.pdf', 'application/pdf']] },
  ],
];

const OUTER = 'Content-Type: multipart/mixed; boundary=oo';
const INNER = 'Content-Type: multipart/alternative; boundary=ii';
const TWO = '--ii\n\nplain\n--ii\nContent-Type: text/html\n\n<p>rich</p>\n';
const PDF = '--oo\nContent-Type: application/pdf; name=a.pdf\n\nPDF\n';
const ALL: Read = { text: 'plain', html: '<p>rich</p>', files: [['a.pdf', 'application/pdf', 'PDF']] };
const UNREAD = 'no part that its boundary delimits';
const REPORT = '--b\nContent-Type: text/plain\n\nThe report\n--b--';
const undelimited = (type: string, body = REPORT): readonly [string, Read] => [
  mail(`Content-Type: ${type}`, body),
  { text: `${body}\n`, html: null, error: UNREAD },
];
const STRUCTURE: readonly Row[] = [
  ['an inner multipart that is not closed', mail(OUTER, `--oo\n${INNER}\n\n${TWO}${PDF}--oo--`), ALL],
  [
    'the same, of which the outer one is not closed',
    mail(OUTER, `--oo\n${INNER}\n\n${TWO}${PDF}`).trimEnd(),
    ALL,
  ],
  [
    'one three deep that is not closed',
    mail(OUTER, `--oo\nContent-Type: multipart/mixed; boundary=mm\n\n--mm\n${INNER}\n\n${TWO}${PDF}--oo--`),
    ALL,
  ],
  [
    'delimiters with blanks at their end',
    mail(OUTER, `--oo  \n${INNER}\n\n${TWO}--ii-- \t\n${PDF}--oo--   `),
    ALL,
  ],
  [
    'a preamble and an epilogue',
    mail(OUTER, `This is MIME.\n--oo\n${INNER}\n\n${TWO}--ii--\n${PDF}--oo--\nBye`),
    ALL,
  ],
  ['a multipart of nothing', mail(OUTER, ''), { text: null, html: null, files: [] }],
  ['a delimiter that never comes', ...undelimited('multipart/mixed; boundary=nn', 'The report is below.')],
  ['a multipart without a boundary', ...undelimited('multipart/mixed')],
  ['a boundary in another case', ...undelimited('multipart/mixed; boundary=B')],
  ['a boundary in single quotes', ...undelimited("multipart/mixed; boundary='b'")],
  ['a delimiter in quotes', ...undelimited('multipart/mixed; boundary=b', REPORT.replaceAll('--b', '--"b"'))],
  [
    'an inner multipart without a part',
    mail(OUTER, `--oo\n${INNER}\n\nlost words\n${PDF}--oo--`),
    { text: 'lost words\n', files: [['a.pdf', 'application/pdf']], error: UNREAD },
  ],
  [
    'a part after the last delimiter',
    mail(OUTER, `--oo\n\nplain\n--oo--\n${PDF}--oo--`),
    { text: 'plain', error: 'parts that its boundary does not delimit' },
  ],
  [
    'a first delimiter in another case',
    mail(OUTER, `--OO\nContent-Type: text/plain\n\nfirst\n--oo\n\nplain\n--oo--`),
    { text: 'plain', error: 'parts that its boundary does not delimit' },
  ],
  [
    'words after base64',
    mail(
      'Content-Transfer-Encoding: base64',
      `${Buffer.from('hello').toString('base64')}\n-- \nto leave the list, write`,
    ),
    { guessed: true, error: 'base64' },
  ],
];

const flowed = (body: string, more = '') => plain(`; format=flowed${more}`, body);
const FLOWED: readonly Row[] = [
  [
    'a quote',
    flowed('> is the parcel \n> on its way?\n\nYes.'),
    { text: '> is the parcel on its way?\n\nYes.' },
  ],
  [
    'quotes of two depths',
    flowed('>> first person \n> second person'),
    { text: '>> first person\n> second person' },
  ],
  ['a quote and an answer', flowed('> ask \n> this \nanswer'), { text: '> ask this\nanswer' }],
  ['a paragraph', flowed('one \ntwo \nthree'), { text: 'one two three' }],
  ['spaces that are deleted', flowed('Donau \ndampf', '; delsp=yes'), { text: 'Donaudampf' }],
  ['the separator of a signature', flowed('Bye\n-- \nBo'), { text: 'Bye\n-- \nBo' }],
];

/** What the rows are about → the rows. */
export const WRITTEN_MAIL: Readonly<Record<string, readonly Row[]>> = {
  'a text': CHARSETS,
  'a header': HEADERS,
  'a file': FILES,
  'a structure': STRUCTURE,
  'flowed text': FLOWED,
};
