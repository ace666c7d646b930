// `npm run figures`: writes the tables of docs/performance.md from bench/figures.json and bench/ledger.json.
import { writePage } from './figures.ts';

writePage();
