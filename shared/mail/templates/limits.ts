// Limits of templates. A template is untrusted input, so its source, its tree, and the time, memory and output of a
// render are bounded. The limits of liquidjs are not used: they count only what its own tags and filters report.

/** UTF-8 bytes of all fields of a template together. */
export const MAX_TEMPLATE_SOURCE_BYTES = 512 * 1024;
/** UTF-8 bytes of all fields of one render together. */
export const MAX_TEMPLATE_OUTPUT_BYTES = 1024 * 1024;
/** Time of one render. */
export const MAX_TEMPLATE_RENDER_MS = 50;

/** Texts, outputs, tags, operands and filters of a template: bounds the time of parsing and the size of the tree. */
export const MAX_TEMPLATE_NODES = 20_000;
/** Tags inside each other. Parsing and rendering are recursive. */
export const MAX_TAG_DEPTH = 50;
/** UTF-16 code units between the delimiters of a tag or an output. */
export const MAX_EXPRESSION_LENGTH = 16 * 1024;
/** Brackets in one tag or output. The tokenizer of liquidjs reads them recursively. */
export const MAX_BRACKETS = 100;
/** Operands and operators of one expression. */
export const MAX_OPERANDS = 200;

/** Nodes of the tree that one render executes. */
export const MAX_STEPS = 250_000;
/** Iterations of all loops of one render. */
export const MAX_ITERATIONS = 50_000;
/** Items of a list that a range or a filter makes, and matches of a text that a filter replaces. */
export const MAX_LIST_ITEMS = 10_000;
/** UTF-16 code units of one text, or the size of one list, that a filter reads or makes. */
export const MAX_VALUE_SIZE = 512 * 1024;
/** UTF-16 code units of a text that is encoded for a URL. The filters for it are ten times slower than others. */
export const MAX_URL_TEXT_LENGTH = 64 * 1024;
/** Sizes of all texts and lists that one render makes, also of those that it has dropped since. */
export const MAX_WORKING_SIZE = 8 * 1024 * 1024;
/** Lists and objects inside each other, where they are written, compared or measured. */
export const MAX_DATA_DEPTH = 50;
/**
 * UTF-16 code units of a search text. V8 uses only the last 250 of a longer one, so its search can
 * take quadratic time (kBMMaxShift in https://github.com/v8/v8/blob/main/src/strings/string-search.h).
 */
export const MAX_NEEDLE_LENGTH = 250;
/** How many empty values of the contact a render names, and the UTF-16 code units of a name. */
export const MAX_EMPTY_NAMES = 20;
export const MAX_EMPTY_NAME_LENGTH = 100;
