// The bytes of received mail are apart from those of sent mail, because they are kept for another time.
import type { ChunkTable } from '../../../platform/storage/uploads.ts';

/** Raw messages and their files. */
export const RECEIVED_CHUNKS: ChunkTable = 'received_chunks';
