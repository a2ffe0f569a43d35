/** A node of a plan as auto_explain writes it. */
export interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  /** How often it was run; none, where a condition said so beforehand. */
  'Actual Loops'?: number
  Plans?: Node[]
}

export interface Explained {
  'Query Text': string
  Plan: Node
}

/** Settings of a connection whose plans come along as notices. */
export const explaining =
  '-c session_preload_libraries=auto_explain -c auto_explain.log_min_duration=0 -c auto_explain.log_level=notice -c auto_explain.log_format=json -c auto_explain.log_analyze=on -c auto_explain.log_timing=off -c client_min_messages=notice'

/** A plan in a line: 'Limit > Index Scan users_newest'. */
export function planText({ Plans = [], ...node }: Node): string {
  const own = [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' ')
  const below = Plans.map(planText)
  return below.length === 0
    ? own
    : below.length === 1
      ? `${own} > ${below[0]}`
      : `${own} (${below.join('; ')})`
}

/** The tables that are read from one end to the other. */
export const readWhole = (node: Node): string[] => [
  ...(node['Node Type'] === 'Seq Scan' && node['Relation Name'] && node['Actual Loops'] !== 0
    ? [node['Relation Name']]
    : []),
  ...(node.Plans ?? []).flatMap(readWhole),
]

/** Tables that do not grow with the marketplace: what staff write, and the staff. */
export const small = new Set([
  'staff',
  'audit_head',
  'similar_content_keywords',
  'moderating_messages',
  'collections',
  'macros',
  'email_templates',
  'email_variables',
  'identity_user',
  'identity_account',
  'identity_session',
  'identity_jwks',
  'identity_two_factor',
])
