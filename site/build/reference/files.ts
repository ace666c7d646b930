// What an operation takes as a file and answers as one, as code to run.
import type { JsonSchema } from '../../../shared/contract/json-schema.ts';
import type { ReferenceOperation } from './description.ts';
import { cliLine, curlText, fence } from './example-code.ts';
import type { OperationExample } from './examples.ts';

/** The parts of an operation with an upload or another form of its answer. */
export function fileParts(operation: ReferenceOperation, example: OperationExample): string[] {
  const { requestBody, responses } = operation;
  const form = requestBody?.content['multipart/form-data']?.schema;
  const [{ content = {} } = {}] = Object.values(responses);
  const others = Object.keys(content).filter((mediaType) => mediaType !== 'application/json');
  return [
    ...(form ? uploadParts(operation, example, form) : []),
    ...others.flatMap((mediaType) => downloadParts(operation, example, mediaType)),
  ];
}

function uploadParts(operation: ReferenceOperation, example: OperationExample, form: JsonSchema): string[] {
  const fields = Object.entries(form.properties ?? {});
  return fields
    .filter(([, { contentMediaType }]) => contentMediaType !== undefined)
    .flatMap(([name, { contentMediaType = '' }]) => {
      const file = `${name}.${extensionOf(contentMediaType)}`;
      return [
        'With a file:',
        fence(
          'bash curl',
          `${curlText(operation, { ...example, body: undefined })} \\\n  -F ${name}=@${file}`,
        ),
        ...cliParts(operation, example, `--${name} ${file}`),
      ];
    });
}

function downloadParts(
  operation: ReferenceOperation,
  example: OperationExample,
  mediaType: string,
): string[] {
  const isStream = mediaType === 'text/event-stream';
  const output = isStream ? '--no-buffer' : `-o answer.${extensionOf(mediaType)}`;
  return [
    `As \`${mediaType}\`:`,
    fence('bash curl', `${curlText(operation, example)} \\\n  -H 'Accept: ${mediaType}' ${output}`),
    ...(isStream ? [] : cliParts(operation, example, `--output answer.${extensionOf(mediaType)}`)),
  ];
}

function cliParts(operation: ReferenceOperation, example: OperationExample, flag: string): string[] {
  const line = cliLine(operation, { ...example, body: undefined });
  return line === undefined ? [] : [fence('bash cli', line.replace(' --base-url', ` ${flag} --base-url`))];
}

const EXTENSIONS: Readonly<Record<string, string>> = { 'text/csv': 'csv', 'message/rfc822': 'eml' };

/** @throws Error for a type that the reference has not shown before */
function extensionOf(mediaType: string): string {
  const extension = EXTENSIONS[mediaType];
  if (extension === undefined) throw new Error(`Say in EXTENSIONS what a file of ${mediaType} is called.`);
  return extension;
}
