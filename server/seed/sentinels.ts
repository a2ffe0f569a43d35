/** What a sentinel does to a call. */
export type Fault = 'fail' | 'slow' | 'refuse_200' | 'drop'

/**
 * How the demo's people called Sentinel misbehave, so that a failure that a test sees can be seen by hand too
 * (docs/demo.md). The path is as it was called, the query as it was understood.
 */
export function sentinel(
  method: string,
  path: string,
  query: Record<string, string | string[]>,
): Fault | undefined {
  const names = new Set([...path.split('/').map(plain), ...Object.values(query).flat()])
  /** A person of that name; a listing, a purchase or a label whose key begins with it. */
  const misbehaves = (word: string) =>
    [...names].some((name) => name === `sentinel-${word}` || name.startsWith(`sentinel-${word}-`))
  /** What the tabs of a person's page load: not the person, nor the panel beside the tabs, nor a search for them. */
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

/** A part of a path as it was before it was put into an address. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
