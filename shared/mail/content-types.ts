// Content types (MIME types) of attachments: guessed from the file name extension if the client gives none, and
// validated if it does.

/** The type of an unknown file. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** File name extension → type (IANA). Mail clients open a file with any other extension by its name. */
const TYPE_OF_ENDING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'application/gzip': 'gz tgz',
    'application/json': 'json map',
    'application/msword': 'doc dot',
    'application/pdf': 'pdf',
    'application/pgp-signature': 'asc sig',
    'application/pkcs7-mime': 'p7m',
    'application/rtf': 'rtf',
    'application/vnd.android.package-archive': 'apk',
    'application/vnd.ms-excel': 'xls xlt',
    'application/vnd.ms-outlook': 'msg',
    'application/vnd.ms-powerpoint': 'ppt pps',
    'application/vnd.oasis.opendocument.presentation': 'odp',
    'application/vnd.oasis.opendocument.spreadsheet': 'ods',
    'application/vnd.oasis.opendocument.text': 'odt',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
    'application/x-7z-compressed': '7z',
    'application/x-tar': 'tar',
    'application/xml': 'xml xsd',
    'application/zip': 'zip',
    'audio/mp4': 'm4a',
    'audio/mpeg': 'mp3',
    'audio/ogg': 'oga ogg opus',
    'audio/wav': 'wav',
    'font/otf': 'otf',
    'font/ttf': 'ttf',
    'font/woff2': 'woff2',
    'image/avif': 'avif',
    'image/bmp': 'bmp',
    'image/gif': 'gif',
    'image/heic': 'heic',
    'image/jpeg': 'jpg jpeg jpe',
    'image/png': 'png',
    'image/svg+xml': 'svg',
    'image/tiff': 'tif tiff',
    'image/vnd.microsoft.icon': 'ico',
    'image/webp': 'webp',
    'message/rfc822': 'eml',
    'text/calendar': 'ics ifb',
    'text/css': 'css',
    'text/csv': 'csv',
    'text/html': 'html htm',
    'text/javascript': 'js mjs',
    'text/markdown': 'md markdown',
    'text/plain': 'txt text log ini conf',
    'text/vcard': 'vcf',
    'video/mp4': 'mp4 m4v',
    'video/mpeg': 'mpg mpeg',
    'video/quicktime': 'mov qt',
    'video/webm': 'webm',
  }).flatMap(([type, endings]) => endings.split(' ').map((ending): [string, string] => [ending, type])),
);

/** An RFC 5322 §3.6.4 msg-id, as loosely as programs write it: any printable ASCII except angle brackets. */
export const CONTENT_ID = /^(?:<[!-;=?-~]+>|[!-;=?-~]+)$/;
/** RFC 2045 §5.1: a type with parameters, each a token or a quoted string without escapes. */
const CONTENT_TYPE =
  /^[\w!#$&^.+-]{1,64}\/[\w!#$&^.+-]{1,64}(?: *; *[\w!#$&^.+-]{1,64}=(?:[\w!#$%&'*^`{|}~.+-]{1,200}|"[\x20\x21\x23-\x5b\x5d-\x7e]{0,200}"))*$/;

/** The type of a file with this name; application/octet-stream for an unknown extension. */
export function guessContentType(filename: string): string {
  const ending = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  return TYPE_OF_ENDING.get(ending) ?? UNKNOWN_TYPE;
}

/** True for a valid type that an attachment can have. Multipart is refused: it would need parts. */
export function isAttachableType(text: string): boolean {
  return CONTENT_TYPE.test(text) && !/^multipart\//i.test(text);
}

/** The type of a file in base64, which message types must not be in (RFC 2046 §5.2.1). */
export function transferContentType(contentType: string): string {
  return /^message\//i.test(contentType) ? UNKNOWN_TYPE : contentType;
}
