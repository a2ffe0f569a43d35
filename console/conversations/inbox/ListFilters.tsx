import { Anchor, Button, Group, NativeSelect, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { QueryField, QueryFields } from '@portreeve/contract/base/query'
import { inboxFields } from '@portreeve/contract/base/query-fields'
import type { InboxView } from '@portreeve/contract/conversations/inbox'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { mergedSearch } from '../../data/url-search.ts'
import { useData } from '../../data/use-data.ts'
import { QueryBox } from '../../shell/query/QueryBox.tsx'
import frame from '../conversations/conversations.module.css'
import classes from './inbox.module.css'
import { filtersOf, type InboxSearch } from './search.ts'
import { viewWords } from './words.ts'

interface Option {
  value: string
  label: string
}

interface ListFiltersProps {
  view: InboxView
  search: InboxSearch
  /** Lets the person choose conversations; null where they cannot. */
  onSelect: (() => void) | null
}

/** The head of the list: the view, the search, and the filters by tag, account and assignee. All are in the URL. */
export function ListFilters({ view, search, onSelect }: ListFiltersProps) {
  const navigate = useNavigate()
  const tags = useData(api.inbox.tags, {})
  const accounts = useData(api.inbox.accounts, {})
  const show = (next: InboxSearch) =>
    void navigate({ to: '/dashboard/messages', search: next, resetScroll: false })
  const change = (part: InboxSearch) => show(mergedSearch(search, part))
  const named = (is: 'is_account' | 'is_assignee') =>
    accounts.data?.filter((one) => one[is]).map(({ uid, name }) => ({ value: uid, label: name })) ?? []
  const tagged = tags.data?.map((tag) => ({ value: tag, label: tag })) ?? []
  const filter = (name: 'tag' | 'account' | 'assignee', label: string, options: Option[]) =>
    (options.length > 0 || search[name] !== undefined) && (
      <NativeSelect
        aria-label={label}
        size="xs"
        value={search[name] ?? ''}
        // Three fit beside each other in the list's 300 pixels.
        data={[{ value: '', label }, ...withCurrent(options, search[name])]}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
    )
  return (
    <div className={`${frame.tools} ${classes.filters}`}>
      <div className={classes.first}>
        <Title order={2}>{viewWords[view]}</Title>
        {onSelect && (
          <Button variant="subtle" size="compact-xs" onClick={onSelect}>
            Select
          </Button>
        )}
        {Object.keys(filtersOf(search)).length > 0 ? (
          <Button variant="subtle" size="compact-xs" onClick={() => show({ view })}>
            Clear filters
          </Button>
        ) : (
          <Group gap="sm">
            <Anchor size="xs" renderRoot={(props) => <Link to="/dashboard/incidents" {...props} />}>
              Incidents
            </Anchor>
            <Anchor size="xs" renderRoot={(props) => <Link to="/dashboard/inbox-metrics" {...props} />}>
              Metrics
            </Anchor>
          </Group>
        )}
      </div>
      <Search
        key={search.q ?? ''}
        q={search.q ?? ''}
        fields={fieldsOf(tagged, named('is_account'), named('is_assignee'))}
        onSearch={(q) => change({ q: q.trim() })}
      />
      <div className={classes.selects}>
        {filter('tag', 'Tag', tagged)}
        {filter('account', 'Account', named('is_account'))}
        {view !== 'mine' && view !== 'unassigned' && filter('assignee', 'Assignee', named('is_assignee'))}
      </div>
    </div>
  )
}

/** A filter of the URL stays selectable although nothing offers it any more. */
const withCurrent = (options: Option[], value: string | undefined): Option[] =>
  value === undefined || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }]

/** The fields of the search, with the tags and names that there are as their usual values. */
const fieldsOf = (tags: Option[], accounts: Option[], assignees: Option[]): QueryFields => ({
  ...inboxFields,
  tag: withValues(inboxFields.tag, tags),
  account: withValues(inboxFields.account, accounts),
  assignee: withValues(inboxFields.assignee, assignees),
})

const withValues = (field: QueryField, options: Option[]): QueryField => ({
  ...field,
  values: { ...field.values, ...Object.fromEntries(options.map(({ label }) => [label, ''])) },
})

interface SearchProps {
  q: string
  fields: QueryFields
  onSearch: (q: string) => void
}

/** The typed query goes into the URL on Enter. */
function Search({ q, fields, onSearch }: SearchProps) {
  const [typed, setTyped] = useState(q)
  return (
    <QueryBox
      fields={fields}
      shown={q}
      size="xs"
      label="Search people and words"
      maxLength={200}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        // The field's own button clears the search.
        if (text === '' && q !== '') onSearch('')
      }}
      onSearch={onSearch}
      onRemove={onSearch}
    />
  )
}
