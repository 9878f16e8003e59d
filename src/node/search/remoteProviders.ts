import type { SearchProvider } from '../../core/source/provider';
import type { ProviderDescription } from './description';
import { arxiv } from './providers/arxiv';
import { brave } from './providers/brave';
import { crossref } from './providers/crossref';
import { exa } from './providers/exa';
import { github } from './providers/github';
import { defaultOpenSearchFields, openSearch, type OpenSearchFields } from './providers/openSearch';
import { openalex } from './providers/openalex';
import { pubmed } from './providers/pubmed';
import { searxng } from './providers/searxng';
import { semanticScholar } from './providers/semanticScholar';
import { serper } from './providers/serper';
import { tavily } from './providers/tavily';
import { wikipedia } from './providers/wikipedia';
import { RemoteProvider, type RemoteProviderOptions } from './remoteProvider';

/** Those that anybody may ask come first. */
export const providerDescriptions = (fields: OpenSearchFields = defaultOpenSearchFields): readonly ProviderDescription[] => [
  wikipedia, crossref, arxiv, pubmed, github, semanticScholar, openalex, searxng, brave, tavily, exa, serper, openSearch(fields),
];

/** All remote providers; one that lacks its key or address answers that it is not configured. */
export const remoteProviders = (options: RemoteProviderOptions, fields?: OpenSearchFields): SearchProvider[] =>
  providerDescriptions(fields).map((description) => new RemoteProvider(description, options));
