import { type Permission, permissionNames, permissions } from '@portreeve/contract/base/rights'
import { isMoney } from '@portreeve/contract/staff/roles'

const subjects: readonly { label: string; of: readonly string[] }[] = [
  { label: 'People', of: ['users', 'personal', 'devices', 'verification', 'policies', 'appeals', 'reports'] },
  {
    label: 'Listings',
    of: ['posts', 'review', 'collections', 'questions', 'keywords', 'moderatingMessages'],
  },
  { label: 'Money', of: ['transactions', 'money', 'disputes', 'shipping', 'gift_cards'] },
  { label: 'Conversations', of: ['conversations', 'inbox', 'macros', 'emailTemplates'] },
  { label: 'Desk', of: ['desk', 'work', 'decisions', 'lists', 'notes', 'valueLists', 'rules', 'proposals'] },
]
const subjectOf = (permission: Permission) => {
  const word = permission.split('.')[0] ?? ''
  return subjects.find(({ of }) => of.includes(word))?.label ?? 'Staff and settings'
}

/** What a permission allows, as a line of a table begins. */
export const wordsOf = (permission: Permission): string => {
  const { words } = permissions[permission]
  return `${words[0]?.toUpperCase()}${words.slice(1)}${isMoney(permission) ? ' (two persons)' : ''}`
}

/** The permissions that match a term, by what they are about. */
export function groupsFor(term: string): { label: string; choices: Permission[] }[] {
  const wanted = term.trim().toLowerCase()
  const found = permissionNames.filter((one) =>
    `${subjectOf(one)} ${wordsOf(one)} ${one}`.toLowerCase().includes(wanted),
  )
  return [...subjects.map(({ label }) => label), 'Staff and settings']
    .map((label) => ({ label, choices: found.filter((one) => subjectOf(one) === label) }))
    .filter(({ choices }) => choices.length > 0)
}

/** Permissions as one sentence continues. */
export const listed = (names: readonly Permission[]) => names.map((one) => permissions[one].words).join(', ')

/** Permissions, and with each new one to write the one to read: who may change the lists of values sees them. */
export function withReading(wanted: readonly Permission[], before: readonly Permission[]): Permission[] {
  const readings = wanted
    .filter((one) => !before.includes(one))
    .map((one) => one.replace(/\.write$/, '.read'))
  return [...wanted, ...permissionNames.filter((one) => readings.includes(one) && !wanted.includes(one))]
}
