import { CloseButton, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { parseQuery, type QueryFields, withExtra, withoutPiece } from '@portreeve/contract/base/query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useData } from '../../data/use-data.ts'
import { SearchBox, type SearchBoxProps } from '../../ui/SearchBox.tsx'
import { onDemand } from '../on-demand.tsx'
import type { CompletionKeys } from './Completion.tsx'
import { complete } from './complete.ts'
import classes from './query.module.css'

const Completion = onDemand(async () => (await import('./Completion.tsx')).default)

interface QueryBoxProps extends Omit<SearchBoxProps, 'onKey' | 'ref'> {
  fields: QueryFields
  /** The query whose results are shown. */
  shown: string
  /** Called on Enter and for pasted text, unless the query has a mistake. */
  onSearch: (query: string) => void
  /** Called with the shown query without one of its filters. */
  onRemove: (query: string) => void
}

/** A search field for queries: completion, mistakes below it, and the filters of the shown query. */
export function QueryBox({ fields: ofList, shown, onSearch, onRemove, className, ...box }: QueryBoxProps) {
  const { value, onChange } = box
  const fields = useExtraFields(useListNames(ofList, value), value)
  const input = useRef<HTMLInputElement>(null)
  const keys = useRef<CompletionKeys>(null)
  const list = useId()
  /** The last text that was searched for or refused. Its mistakes show until it is edited. */
  const [entered, setEntered] = useState(value)
  const [completing, setCompleting] = useState<{ caret: number; all: boolean } | null>(null)
  const [active, setActive] = useState<string | null>(null)

  const problems = value === entered ? parseQuery(fields, value).problems : []
  const hint = sentences(problems, false)
  const { from, to, suggestions } = complete(fields, value, completing?.caret ?? 0, completing?.all ?? false)
  const isSuggesting = completing !== null && suggestions.length > 0
  const suggest = (all: boolean) => {
    setActive(null)
    setCompleting({ caret: input.current?.selectionStart ?? value.length, all })
  }
  const close = () => {
    setActive(null)
    setCompleting(null)
  }
  const enter = (typed: string) => {
    const mistake = parseQuery(fields, typed).problems.find(({ stops }) => stops)
    close()
    setEntered(typed)
    if (!mistake) return onSearch(typed)
    flushSync(() => onChange(typed))
    input.current?.setSelectionRange(mistake.at, mistake.at + mistake.length)
  }
  const pick = (text: string) => {
    const caret = from + text.length
    flushSync(() => {
      onChange(value.slice(0, from) + text + value.slice(to).trimStart())
      setActive(null)
      setCompleting(text.endsWith(':') ? { caret, all: false } : null)
    })
    input.current?.setSelectionRange(caret, caret)
  }
  const press = ({ key }: KeyboardEvent) => {
    if (isSuggesting) return keys.current?.press(key) === true
    if (key === 'ArrowDown') suggest(true)
    return key === 'ArrowDown'
  }
  return (
    <div className={className}>
      <SearchBox
        {...box}
        ref={input}
        aria-autocomplete="list"
        {...(active !== null && { 'aria-controls': list, 'aria-activedescendant': active })}
        error={sentences(problems, true)}
        errorProps={{ role: 'alert' }}
        onChange={(typed) => {
          onChange(typed)
          suggest(false)
        }}
        onSearch={enter}
        onKey={press}
        onBlur={close}
      />
      {isSuggesting && (
        <Completion
          ref={keys}
          id={list}
          suggestions={suggestions}
          active={active}
          onActive={setActive}
          onPick={pick}
          onClose={close}
        />
      )}
      {hint && (
        <Text size="xs" c="dimmed" role="status">
          {hint}
        </Text>
      )}
      <Filters
        fields={fields}
        query={shown}
        onRemove={(query) => {
          input.current?.focus()
          onRemove(query)
        }}
      />
    </div>
  )
}

/** The fields, with the names of the lists that there are as soon as `in:` is typed. */
function useListNames(fields: QueryFields, value: string): QueryFields {
  const { in: field } = fields
  const { data } = useData(
    api.valueLists.list,
    {},
    { when: field !== undefined && /(^|\s)-?in:/i.test(value) },
  )
  if (!field || !data?.length) return fields
  return {
    ...fields,
    in: { ...field, values: Object.fromEntries(data.map(({ name, about }) => [name, about])) },
  }
}

/** The fields, with those that the marketplace has declared as soon as one could be typed. */
function useExtraFields(fields: QueryFields, value: string): QueryFields {
  const kind = fields.x_?.of
  const { data } = useData(api.extensionFields.list, {}, { when: kind !== undefined && /x_/.test(value) })
  if (!data) return fields
  return withExtra(
    fields,
    data.filter(({ filterable }) => filterable),
  )
}

/** The filters of a query, each with a button that removes it. */
function Filters({
  fields,
  query,
  onRemove,
}: Pick<QueryBoxProps, 'fields' | 'onRemove'> & { query: string }) {
  const { filters } = parseQuery(fields, query)
  if (filters.length === 0) return null
  return (
    <ul className={classes.filters} aria-label="Filters of the search">
      {filters.map((filter) => {
        const piece = query.slice(filter.at, filter.at + filter.length)
        return (
          <li key={filter.at}>
            <bdi>{piece}</bdi>
            <CloseButton
              size={24}
              iconSize={14}
              aria-label={`Remove ${piece}`}
              onClick={() => onRemove(withoutPiece(query, filter))}
            />
          </li>
        )
      })}
    </ul>
  )
}

const sentences = (problems: readonly { sentence: string; stops: boolean }[], stopping: boolean) =>
  problems
    .filter(({ stops }) => stops === stopping)
    .map(({ sentence }) => sentence)
    .join(' ') || null
