// The email of a document of the visual editor: html that mail clients since Outlook 2007 draw alike, and text. Pure, so
// that the same document is the same email wherever it is made. The layout is that of MJML: what stands below each other is a
// section as wide as the settings say, and Outlook, which knows no max-width, gets tables of that width of its own
// ("ghost tables", in comments that only it reads). Columns stand next to each other from 480 px on.
import type { Block, DocumentSettings, Section, WriteDocument } from '../document/document.ts';
import { writeRow } from './blocks.ts';
import { writePlainText } from './plain-text.ts';

/** The parts of the email; a text of null is made from the html when it is sent. */
export interface EmailParts {
  html: string;
  text: string | null;
}

const HEAD = `<title></title>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<style type="text/css">
body { margin: 0; padding: 0; -webkit-text-size-adjust: 100%; }
table, td { border-collapse: collapse; mso-table-lspace: 0pt; mso-table-rspace: 0pt; }
@media only screen and (min-width: 480px) { .column-half { width: 50% !important; max-width: 50%; } }
</style>
<style media="screen and (min-width: 480px)">.moz-text-html .column-half { width: 50% !important; max-width: 50%; }</style>
<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->`;
const XML_NAMES =
  'xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"';
const TABLE = '<table border="0" cellpadding="0" cellspacing="0" role="presentation"';
const COLUMN_STYLE = 'font-size:0;text-align:left;display:inline-block;vertical-align:top;width:100%';
const GHOST_CLOSE = '<!--[if mso | IE]></td></tr></table><![endif]-->';

/** Makes the email. */
export function toEmail({ settings, content }: WriteDocument): EmailParts {
  const sections = sectionsOf(content).map((columns) => writeSection(columns, settings));
  const ground = `background-color:${settings.backgroundColor}`;
  const html = `<!doctype html>
<html lang="und" dir="auto" ${XML_NAMES}>
<head>
${HEAD}
</head>
<body style="margin:0;padding:0;word-spacing:normal;${ground}">
<div role="article" aria-roledescription="email" lang="und" dir="auto" style="padding:16px 0;${ground}">
${sections.join('\n')}
</div>
</body>
</html>`;
  return { html, text: writePlainText(content, settings) };
}

/** Blocks that follow each other are one section of one column. */
function sectionsOf(content: readonly Section[]): Block[][][] {
  const sections: Block[][][] = [];
  let open: Block[] | undefined;
  for (const section of content) {
    if (section.type === 'columns') {
      sections.push(section.content.map((column) => [...column.content]));
      open = undefined;
    } else if (open) open.push(section);
    else {
      open = [section];
      sections.push([open]);
    }
  }
  return sections;
}

function writeSection(columns: readonly (readonly Block[])[], settings: DocumentSettings): string {
  const { width } = settings;
  const columnWidth = width / columns.length;
  const cell = `<td style="vertical-align:top;width:${columnWidth}px;">`;
  const name = columns.length > 1 ? ' class="column-half"' : '';
  const written = columns.map((blocks) => {
    const rows = blocks.map((block) => writeRow(block, settings, columnWidth)).filter((row) => row !== '');
    return `<div${name} style="${COLUMN_STYLE}">\n${TABLE} width="100%" style="vertical-align:top"><tbody>\n${rows.join('\n')}\n</tbody></table>\n</div>`;
  });
  return `<!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:${width}px;" width="${width}"><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div style="margin:0 auto;max-width:${width}px">
${TABLE} align="center" style="width:100%"><tbody><tr><td style="font-size:0;padding:0;text-align:center">
<!--[if mso | IE]>${TABLE}><tr>${cell}<![endif]-->
${written.join(`\n<!--[if mso | IE]></td>${cell}<![endif]-->\n`)}
${GHOST_CLOSE}
</td></tr></tbody></table>
</div>
${GHOST_CLOSE}`;
}
