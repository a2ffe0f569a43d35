/** A node of a plan in auto_explain's format. */
export interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  /** Number of executions; none when a condition excluded it. */
  'Actual Loops'?: number
  Plans?: Node[]
}

export interface Explained {
  'Query Text': string
  Plan: Node
}

/** Connection settings that send plans as notices. */
export const explaining =
  '-c session_preload_libraries=auto_explain -c auto_explain.log_min_duration=0 -c auto_explain.log_level=notice -c auto_explain.log_format=json -c auto_explain.log_analyze=on -c auto_explain.log_timing=off -c client_min_messages=notice'

/** A plan in one line: 'Limit > Index Scan users_newest'. */
export function planText({ Plans = [], ...node }: Node): string {
  const own = [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' ')
  const below = Plans.map(planText)
  return below.length === 0
    ? own
    : below.length === 1
      ? `${own} > ${below[0]}`
      : `${own} (${below.join('; ')})`
}

/** The tables with a sequential scan. */
export const readWhole = (node: Node): string[] => [
  ...(node['Node Type'] === 'Seq Scan' && node['Relation Name'] && node['Actual Loops'] !== 0
    ? [node['Relation Name']]
    : []),
  ...(node.Plans ?? []).flatMap(readWhole),
]

/** Tables that do not grow with the marketplace: texts of staff, and the staff. */
export const small = new Set([
  'staff',
  'audit_head',
  'keywords',
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
