/** For each provider: a good answer in the shape its documentation shows, and what must come of it. */

export interface Contract {
  name: string;
  /** Body by path, without the query. */
  good: Record<string, unknown>;
  /** A good answer without a hit. */
  none: Record<string, unknown>;
  /** Must appear in the first request: path and query, or the body of a POST. */
  asks: RegExp[];
  /** Header that carries the key, if one does, with `KEY` for the key. */
  keyHeader?: [name: string, value: string];
  /** True when the key is a parameter of the address. */
  keyInQuery?: boolean;
  first: { address: string | RegExp; title: string; snippet: RegExp; published: string | null };
  /** An answer with status 200 that is an error in this API's own way. */
  errorWith200?: { body: unknown; kind: string; says: RegExp };
  /** Failing statuses with bodies as documented. */
  failures: { status: number; headers?: Record<string, string>; body: unknown; kind: string; says: RegExp; retryAfter?: number }[];
}

const atom = (entries: string) => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">ArXiv Query</title><id>http://arxiv.org/api/x</id>${entries}</feed>`;

export const contracts: Contract[] = [
  {
    name: 'wikipedia',
    good: { '/w/api.php': { batchcomplete: true, query: { searchinfo: { totalhits: 2 }, search: [
      { ns: 0, title: 'AC/DC: Live & more', pageid: 1, snippet: 'The <span class="searchmatch">heat</span> pump &amp; its use', timestamp: '2024-01-01T00:00:00Z' },
      { ns: 0, title: 'Wärmepumpe', pageid: 2, snippet: '', timestamp: '2024-01-01T00:00:00Z' },
    ] } } },
    none: { '/w/api.php': { batchcomplete: true, query: { searchinfo: { totalhits: 0 }, search: [] } } },
    asks: [/^\/w\/api\.php\?/, /action=query/, /list=search/, /srsearch=heat\+pumps/, /srlimit=5/, /format=json/],
    first: { address: /\/wiki\/AC\/DC:_Live_%26_more$/, title: 'AC/DC: Live & more', snippet: /^The heat pump & its use$/, published: null },
    errorWith200: { body: { error: { code: 'ratelimited', info: "You've exceeded your rate limit." } }, kind: 'throttled', says: /exceeded your rate limit/ },
    failures: [{ status: 403, body: 'Please set a user-agent', kind: 'unauthorised', says: /403/ }],
  },
  {
    name: 'crossref',
    good: { '/works': { status: 'ok', 'message-type': 'work-list', message: { 'total-results': 1, items: [
      { DOI: '10.1000/182', title: ['Heat <i>pumps</i>'], abstract: '<jats:p>We measured seasonal efficiency.</jats:p>', issued: { 'date-parts': [[2021, 5]] }, score: 12.5 },
      { DOI: '10.1000/183', author: [{ given: 'Ada', family: 'Li', sequence: 'first' }, { name: 'A Group' }], 'container-title': ['Journal of Heat'], issued: { 'date-parts': [[null]] } },
    ] } } },
    none: { '/works': { status: 'ok', 'message-type': 'work-list', message: { 'total-results': 0, items: [] } } },
    asks: [/^\/works\?/, /query=heat\+pumps/, /rows=5/, /from-pub-date%3A2020-01-01%2Cuntil-pub-date%3A2024-06-30/, /mailto=someone%40example\.org/],
    first: { address: 'https://doi.org/10.1000/182', title: 'Heat pumps', snippet: /^We measured seasonal efficiency\.$/, published: '2021-05' },
    failures: [{ status: 400, body: { status: 'failed', 'message-type': 'validation-failure', message: [{ type: 'parameter-not-allowed', value: 'x', message: 'This route does not support x' }] }, kind: 'bad-answer', says: /does not support x/ }],
  },
  {
    name: 'arxiv',
    good: { '/api/query': atom(`<entry><id>http://arxiv.org/abs/2101.00001v2</id><updated>2021-02-01T00:00:00Z</updated><published>2021-01-02T03:04:05Z</published>
      <title>Heat pumps:\n  a survey &amp; more</title><summary>  We survey\n heat pumps. </summary><author><name>A. Li</name></author><link href="http://arxiv.org/abs/2101.00001v2" rel="alternate"/></entry>`) },
    none: { '/api/query': atom('') },
    asks: [/^\/api\/query\?/, /search_query=%28all%3Aheat\+OR\+all%3Apumps%29\+AND\+submittedDate%3A%5B202001010000\+TO\+202406302359%5D/, /max_results=5/, /sortBy=relevance/],
    first: { address: 'https://arxiv.org/abs/2101.00001v2', title: 'Heat pumps: a survey & more', snippet: /^We survey heat pumps\.$/, published: '2021-01-02' },
    errorWith200: {
      body: atom('<entry><id>http://arxiv.org/api/errors#incorrect_id_format</id><title>Error</title><summary>incorrect id format for 1234</summary></entry>'),
      kind: 'bad-answer', says: /incorrect id format/,
    },
    failures: [{ status: 400, body: 'bad', kind: 'bad-answer', says: /400/ }],
  },
  {
    name: 'pubmed',
    good: {
      '/entrez/eutils/esearch.fcgi': { header: { type: 'esearch' }, esearchresult: { count: '2', retmax: '2', idlist: ['111', '222'] } },
      '/entrez/eutils/esummary.fcgi': { header: { type: 'esummary' }, result: {
        uids: ['111', '222'],
        111: { uid: '111', pubdate: '2020 May 1', source: 'Lancet', authors: [{ name: 'Li A', authtype: 'Author' }], title: 'Heat &amp; health.', sortpubdate: '2020/05/01 00:00' },
        222: { uid: '222', pubdate: 'Winter 2019', source: 'BMJ', authors: [], title: 'Two', sortpubdate: '2019/01/01 00:00' },
      } },
    },
    none: { '/entrez/eutils/esearch.fcgi': { header: { type: 'esearch' }, esearchresult: { count: '0', idlist: [] } } },
    asks: [/^\/entrez\/eutils\/esearch\.fcgi\?/, /db=pubmed/, /term=heat\+pumps/, /retmax=5/, /mindate=2020%2F01%2F01&maxdate=2024%2F06%2F30/, /tool=research-ledger/, /email=someone/],
    keyInQuery: true,
    first: { address: 'https://pubmed.ncbi.nlm.nih.gov/111/', title: 'Heat & health.', snippet: /^Li A\. Lancet\. 2020 May 1$/, published: '2020-05-01' },
    errorWith200: { body: { header: {}, esearchresult: { ERROR: 'Search Backend failed: timed out' } }, kind: 'bad-answer', says: /Search Backend failed/ },
    failures: [
      { status: 400, body: { error: 'API key invalid', 'api-key': 'KEY' }, kind: 'unauthorised', says: /API key invalid/ },
      { status: 429, body: { error: 'API rate limit exceeded', 'api-key': '1.2.3.4', count: '4', limit: '3' }, kind: 'throttled', says: /rate limit exceeded/ },
    ],
  },
  {
    name: 'github',
    good: {
      '/search/repositories': { total_count: 1, incomplete_results: false, items: [{ html_url: 'https://github.com/a/heat', full_name: 'a/heat', description: 'Heat pumps', pushed_at: '2024-03-02T01:00:00Z', score: 1 }] },
      '/search/issues': { total_count: 1, incomplete_results: true, items: [{ html_url: 'https://github.com/a/heat/issues/1', title: 'Too hot', body: 'It is **hot**', created_at: '2023-01-01T00:00:00Z', score: 1 }] },
    },
    none: { '/search/repositories': { total_count: 0, incomplete_results: false, items: [] }, '/search/issues': { total_count: 0, incomplete_results: false, items: [] } },
    asks: [/^\/search\/repositories\?/, /q=heat\+pumps\+pushed%3A2020-01-01\.\.2024-06-30/, /per_page=3/],
    keyHeader: ['authorization', 'Bearer KEY'],
    first: { address: 'https://github.com/a/heat', title: 'a/heat', snippet: /^Heat pumps$/, published: '2024-03-02' },
    failures: [
      { status: 401, body: { message: 'Bad credentials', status: '401' }, kind: 'unauthorised', says: /Bad credentials/ },
      { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767323105' }, body: { message: 'API rate limit exceeded for 1.2.3.4.' }, kind: 'throttled', says: /limit/, retryAfter: 60 },
      { status: 403, headers: { 'retry-after': '30' }, body: { message: 'You have exceeded a secondary rate limit' }, kind: 'throttled', says: /limit/, retryAfter: 30 },
      { status: 422, body: { message: 'Validation Failed', errors: [{ message: 'The search is longer than 256 characters.', code: 'invalid' }] }, kind: 'bad-answer', says: /longer than 256/ },
    ],
  },
  {
    name: 'semanticscholar',
    good: { '/graph/v1/paper/search': { total: 2, offset: 0, next: 2, data: [
      { paperId: 'a', title: 'Heat', abstract: 'We heat.', year: 2022, publicationDate: '2022-02-03', url: 'https://www.semanticscholar.org/paper/a', externalIds: { DOI: '10.1/x' }, openAccessPdf: { url: '', status: 'CLOSED' } },
      { paperId: 'b', title: 'Pumps', abstract: null, year: 2021, publicationDate: null, url: 'https://www.semanticscholar.org/paper/b', externalIds: {}, openAccessPdf: null },
    ] } },
    none: { '/graph/v1/paper/search': { total: 0, offset: 0 } },
    asks: [/^\/graph\/v1\/paper\/search\?/, /query=heat\+pumps/, /limit=5/, /publicationDateOrYear=2020-01-01%3A2024-06-30/],
    keyHeader: ['x-api-key', 'KEY'],
    first: { address: 'https://doi.org/10.1/x', title: 'Heat', snippet: /^We heat\.$/, published: '2022-02-03' },
    errorWith200: { body: { message: 'Too Many Requests.', code: '429', total: 3 }, kind: 'bad-answer', says: /papers were counted/ },
    failures: [
      { status: 429, body: { message: 'Too Many Requests. Please wait and try again.', code: '429' }, kind: 'throttled', says: /Too Many Requests/ },
      { status: 403, body: { message: 'Forbidden' }, kind: 'unauthorised', says: /Forbidden/ },
    ],
  },
  {
    name: 'openalex',
    good: { '/works': { meta: { count: 1 }, results: [
      { id: 'https://openalex.org/W1', doi: 'https://doi.org/10.1/x', display_name: 'Heat', publication_date: '2022-02-03', relevance_score: 9.5, open_access: { is_oa: true, oa_url: 'https://arxiv.org/pdf/2101.00001' }, abstract_inverted_index: { heat: [1, 3], We: [0], 'and': [2] } },
      { id: 'https://openalex.org/W2', doi: null, display_name: null, publication_date: null, open_access: null, abstract_inverted_index: null },
    ] } },
    none: { '/works': { meta: { count: 0 }, results: [] } },
    asks: [/^\/works\?/, /search=heat\+pumps/, /per-page=5/, /filter=from_publication_date%3A2020-01-01%2Cto_publication_date%3A2024-06-30%2Clanguage%3Aen/],
    keyInQuery: true,
    first: { address: 'https://arxiv.org/pdf/2101.00001', title: 'Heat', snippet: /^We heat and heat$/, published: '2022-02-03' },
    failures: [
      { status: 403, body: { error: 'Invalid query parameters error.', message: 'api_key KEY is not valid' }, kind: 'unauthorised', says: /Invalid query parameters/ },
      { status: 429, headers: { 'retry-after': '900' }, body: { error: 'Rate limit exceeded', message: 'Insufficient budget' }, kind: 'throttled', says: /Rate limit/, retryAfter: 900 },
    ],
  },
  {
    name: 'searxng',
    good: { '/search': { query: 'heat pumps', number_of_results: 0, results: [
      { url: 'https://example.org/a', title: 'A &amp; B', content: 'About <b>heat</b>', engine: 'x', score: 2.5, publishedDate: '2023-05-06T00:00:00' },
    ], answers: [], unresponsive_engines: [['duckduckgo', 'CAPTCHA']] } },
    none: { '/search': { query: 'heat pumps', results: [], unresponsive_engines: [] } },
    asks: [/^\/search\?/, /q=heat\+pumps/, /format=json/, /language=en/],
    first: { address: 'https://example.org/a', title: 'A & B', snippet: /^About heat$/, published: '2023-05-06' },
    errorWith200: { body: { query: 'x', results: [], unresponsive_engines: [['google', 'Suspended: too many requests']] }, kind: 'bad-answer', says: /google \(Suspended/ },
    failures: [{ status: 403, body: '<html>403 Forbidden</html>', kind: 'bad-answer', says: /search\.formats/ }],
  },
  {
    name: 'brave',
    good: { '/res/v1/web/search': { type: 'search', query: { original: 'heat pumps' }, web: { type: 'search', results: [
      { title: 'Heat', url: 'https://example.org/heat', description: 'All about <strong>heat</strong>', page_age: '2024-04-05T06:07:08', age: 'April 5, 2024' },
    ] } } },
    none: { '/res/v1/web/search': { type: 'search', query: { original: 'heat pumps' } } },
    asks: [/^\/res\/v1\/web\/search\?/, /q=heat\+pumps/, /count=5/, /freshness=2020-01-01to2024-06-30/, /search_lang=en/],
    keyHeader: ['x-subscription-token', 'KEY'],
    first: { address: 'https://example.org/heat', title: 'Heat', snippet: /^All about heat$/, published: '2024-04-05' },
    failures: [
      { status: 422, body: { type: 'ErrorResponse', error: { id: 'x', status: 422, code: 'SUBSCRIPTION_TOKEN_INVALID', detail: 'The provided subscription token is invalid.' } }, kind: 'unauthorised', says: /subscription token is invalid/ },
      { status: 429, headers: { 'x-ratelimit-reset': '1, 1419704' }, body: { type: 'ErrorResponse', error: { status: 429, code: 'RATE_LIMITED', detail: 'Request rate limit exceeded for plan.' } }, kind: 'throttled', says: /rate limit exceeded/, retryAfter: 1 },
    ],
  },
  {
    name: 'tavily',
    good: { '/search': { query: 'heat pumps', answer: null, results: [{ title: 'Heat', url: 'https://example.org/heat', content: 'Heat is hot', score: 0.9, raw_content: null, published_date: 'Tue, 05 Mar 2024 10:00:00 GMT' }], response_time: 1 } },
    none: { '/search': { query: 'heat pumps', results: [], response_time: 1 } },
    asks: [/"query":"heat pumps"/, /"max_results":5/, /"start_date":"2020-01-01","end_date":"2024-06-30"/],
    keyHeader: ['authorization', 'Bearer KEY'],
    first: { address: 'https://example.org/heat', title: 'Heat', snippet: /^Heat is hot$/, published: '2024-03-05' },
    failures: [
      { status: 401, body: { detail: { error: 'Unauthorized: missing or invalid API key.' } }, kind: 'unauthorised', says: /invalid API key/ },
      { status: 432, body: { detail: { error: 'This request exceeds your plan\'s set usage limit.' } }, kind: 'throttled', says: /credit/ },
    ],
  },
  {
    name: 'exa',
    good: { '/search': { requestId: 'r', results: [{ title: null, url: 'https://example.org/heat', publishedDate: '2024-03-05T00:00:00.000Z', author: null, score: 0.3, id: 'x', highlights: ['First part', 'second part'] }] } },
    none: { '/search': { requestId: 'r', results: [] } },
    asks: [/"query":"heat pumps"/, /"numResults":5/, /"startPublishedDate":"2020-01-01T00:00:00\.000Z","endPublishedDate":"2024-06-30T23:59:59\.999Z"/],
    keyHeader: ['x-api-key', 'KEY'],
    first: { address: 'https://example.org/heat', title: 'https://example.org/heat', snippet: /^First part … second part$/, published: '2024-03-05' },
    failures: [
      { status: 401, body: { requestId: 'r', error: 'x-api-key KEY must not be empty', tag: 'INVALID_API_KEY' }, kind: 'unauthorised', says: /must not be empty/ },
      { status: 402, body: { requestId: 'r', error: 'You have exceeded your credits limit', tag: 'NO_MORE_CREDITS' }, kind: 'unauthorised', says: /credits limit/ },
    ],
  },
  {
    name: 'serper',
    good: { '/search': { searchParameters: { q: 'heat pumps', type: 'search' }, organic: [{ title: 'Heat', link: 'https://example.org/heat', snippet: 'Heat is hot', date: 'Mar 5, 2024', position: 1 }], credits: 1 } },
    none: { '/search': { searchParameters: { q: 'heat pumps' }, organic: [], credits: 1 } },
    asks: [/"q":"heat pumps"/, /"num":5/, /"hl":"en"/, /cdr:1,cd_min:1\/1\/2020,cd_max:6\/30\/2024/],
    keyHeader: ['x-api-key', 'KEY'],
    first: { address: 'https://example.org/heat', title: 'Heat', snippet: /^Heat is hot$/, published: '2024-03-05' },
    errorWith200: { body: { message: 'Unauthorized.', statusCode: 403 }, kind: 'bad-answer', says: /organic/ },
    failures: [
      { status: 403, body: { message: 'Unauthorized.', statusCode: 403 }, kind: 'unauthorised', says: /Unauthorized/ },
      { status: 400, body: { message: 'Not enough credits', statusCode: 400 }, kind: 'throttled', says: /Not enough credits/ },
    ],
  },
  {
    name: 'opensearch',
    good: { '/_search': { took: 3, timed_out: false, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 }, hits: { total: { value: 1, relation: 'eq' }, max_score: 2.5, hits: [
      { _index: 'docs', _id: '1', _score: 2.5, _source: { url: 'https://team.example/heat', title: 'Heat', date: '2024-03-05T00:00:00Z' }, highlight: { content: ['Heat &amp; more', 'pumps'] } },
    ] } } },
    none: { '/_search': { took: 1, timed_out: false, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 }, hits: { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] } } },
    asks: [/^\/_search /, /"size":5/, /"query":"heat pumps","fields":\["title\^2","content"\]/, /"date":{"gte":"2020-01-01","lte":"2024-06-30"}/],
    keyHeader: ['authorization', 'ApiKey KEY'],
    first: { address: 'https://team.example/heat', title: 'Heat', snippet: /^Heat & more … pumps$/, published: '2024-03-05' },
    errorWith200: { body: { took: 1, timed_out: false, _shards: { total: 2, successful: 0, failed: 2 }, hits: { hits: [] } }, kind: 'server-error', says: /2 parts of the index failed/ },
    failures: [
      { status: 401, body: { error: { root_cause: [], type: 'security_exception', reason: 'unable to authenticate with provided credentials' }, status: 401 }, kind: 'unauthorised', says: /unable to authenticate/ },
      { status: 404, body: { error: { root_cause: [], type: 'index_not_found_exception', reason: 'no such index [docs]' }, status: 404 }, kind: 'bad-answer', says: /no such index/ },
    ],
  },
];
