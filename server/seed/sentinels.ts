/** The effect of a sentinel on a call. */
export type Fault = 'fail' | 'slow' | 'refuse_200' | 'drop'

/**
 * The faults of the demo's people called Sentinel, which show a failure of a test by hand too
 * (docs/demo.md). The path is as called, the query as parsed.
 */
export function sentinel(
  method: string,
  path: string,
  query: Record<string, string | string[]>,
): Fault | undefined {
  const names = new Set([...path.split('/').map(plain), ...Object.values(query).flat()])
  /** Matches a person of that name, or a listing, purchase or label whose key begins with it. */
  const misbehaves = (word: string) =>
    [...names].some((name) => name === `sentinel-${word}` || name.startsWith(`sentinel-${word}-`))
  /** The calls of the tabs on a person's page: not the person, the panel beside the tabs, or a search. */
  const isOfTabs = (uid: string) =>
    names.has(uid) &&
    query.search_term !== uid &&
    path !== `/v1/admin/users/${uid}` &&
    !path.endsWith('/ban_reasons')
  const term = query.search_term ?? query.searchTerm
  if (misbehaves('slow') || term === 'sentinel-search-slow') return 'slow'
  if (term === 'sentinel-search-fails') return 'fail'
  if (method === 'GET') {
    if (path === '/v1/admin/users/sentinel-load-fails') return 'fail'
    if (names.has('sentinel-ban-reasons-fail') && path.endsWith('/ban_reasons')) return 'fail'
    if (names.has('sentinel-txns-fail') && path === '/v1/admin/purchase_transactions') return 'fail'
    if (names.has('sentinel-txns-fail') && path === '/v1/admin/conversations') return 'fail'
    if (path === '/v1/admin/collections/sentinel-items-fail-collection/items') return 'fail'
    if (
      misbehaves('load-fails') &&
      /^\/v1\/admin\/(transactions|orders|email_templates|audit)(\/|$)/.test(path)
    )
      return 'fail'
    if (isOfTabs('sentinel-tabs-fail')) return 'fail'
    if (isOfTabs('sentinel-tabs-slow') && /\/(transactions|posts)$/.test(path)) return 'slow'
    return undefined
  }
  if (misbehaves('changes-fail')) return 'fail'
  if (misbehaves('changes-200')) return 'refuse_200'
  if (misbehaves('changes-drop')) return 'drop'
  return undefined
}

/** A decoded part of a path. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
