// The script of the documentation: tabs, copying and the search. Pages are read without it.
import { startCopying } from './copy.ts';
import { leadOn } from './moved.ts';
import { startSearch } from './search.ts';
import { startTabs } from './tabs.ts';

leadOn();
startTabs();
startCopying();
startSearch();
