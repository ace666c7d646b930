// The frame of the templates that one can begin with: one column of tables and inline styles, which all mail clients show
// (docs/guides/html.md). Comments for Outlook on Windows give it the width and the button, because it knows neither
// `max-width` nor the padding of links. Pure.

const FONT = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const TEXT = `font-family: ${FONT}; font-size: 16px; line-height: 24px;`;

/** A letter with its parts below each other. @param rows each made by a function of this file */
export function letter(title: string, rows: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <title>${title}</title>
  <style>
    @media (prefers-color-scheme: dark) {
      .page { background-color: #16181d !important; }
      .card { background-color: #22252c !important; }
      .text { color: #e6e8ec !important; }
      .soft { color: #a5abb6 !important; }
    }
  </style>
</head>
<body class="page" style="margin: 0; padding: 0; background-color: #f4f5f7;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color: #f4f5f7;">
  <tr>
    <td align="center" style="padding: 24px 12px;">
      <!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
      <table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 600px; background-color: #fdfdfe; border-radius: 8px;">
${rows.join('\n')}
        <tr><td height="32" style="height: 32px; font-size: 0; line-height: 0;">&nbsp;</td></tr>
      </table>
      <!--[if mso]></td></tr></table><![endif]-->
    </td>
  </tr>
</table>
</body>
</html>
`;
}

/** The title that one reads first. */
export function heading(text: string): string {
  return row(
    32,
    `<h1 class="text" style="margin: 0; font-family: ${FONT}; font-size: 24px; line-height: 32px; font-weight: 600; color: #1c2430;">${text}</h1>`,
  );
}

/** @param text html */
export function paragraph(text: string): string {
  return row(16, `<p class="text" style="margin: 0; ${TEXT} color: #1c2430;">${text}</p>`);
}

/** What explains, smaller. */
export function smallPrint(text: string): string {
  return row(
    24,
    `<p class="soft" style="margin: 0; font-family: ${FONT}; font-size: 14px; line-height: 20px; color: #5b6472;">${text}</p>`,
  );
}

/** The one thing to do. @param label no wider than 240 px, which Outlook draws */
export function button(href: string, label: string): string {
  const link = `display: inline-block; padding: 12px 24px; border-radius: 6px; background-color: #1f4fd8; color: #fdfdfe; ${TEXT} font-weight: 600; text-decoration: none;`;
  return row(
    24,
    `<!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="${href}" style="height: 48px; width: 240px; v-text-anchor: middle;" arcsize="13%" stroked="f" fillcolor="#1f4fd8"><center style="color: #fdfdfe; font-family: Arial, sans-serif; font-size: 16px; font-weight: bold;">${label}</center></v:roundrect><![endif]-->
            <!--[if !mso]><!--><a href="${href}" style="${link}">${label}</a><!--<![endif]-->`,
  );
}

/** Names and amounts in two columns. @param lines rows of `amount`, with tags around them */
export function amounts(lines: string): string {
  return row(
    24,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${lines}
            </table>`,
  );
}

/** A line of `amounts`. */
export function amount(name: string, value: string, weight: 400 | 600 = 400): string {
  const cell = `padding: 8px 0; border-bottom: 1px solid #d9dde3; ${TEXT} font-weight: ${weight}; color: #1c2430;`;
  return `              <tr>
                <td class="text" align="left" style="${cell}">${name}</td>
                <td class="text" align="right" style="${cell}">${value}</td>
              </tr>`;
}

function row(space: number, content: string): string {
  return `        <tr>
          <td align="left" style="padding: ${space}px 32px 0;">
            ${content}
          </td>
        </tr>`;
}
