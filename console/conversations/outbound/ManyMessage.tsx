import { Button, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { valuesOf } from '@portreeve/contract/conversations/facts'
import { type ConversationValues, maxValues } from '@portreeve/contract/conversations/outbound'
import {
  brokenVariables,
  fill,
  unfilled,
  unfilledWords,
  variablesIn,
} from '@portreeve/contract/conversations/variables'
import type { BulkFilter } from '@portreeve/contract/desk/bulk'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { count, orNull } from '../../format/words.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { MessageField, tooLong } from './MessageField.tsx'
import classes from './outbound.module.css'

/** What each reader has a value for. */
const known = Object.keys(valuesOf({}))
const variables = known.map((name) => `{{${name}}}`).join(', ')
/** Conversations that the preview shows at once. */
const step = 50

/** The conversations, named or all of a filter, with each reader's values. */
export const useReaders = (to: { ids: string[] } | { all: BulkFilter }, when = true) =>
  useData(api.outbound.values, { body: to }, { isFresh: true, when })

/** What is wrong with a text for many conversations; null for nothing. @param rows those that are loaded */
export function manyProblem(text: string, rows: readonly ConversationValues[] | undefined): string | null {
  if (text.trim() === '') return 'Type a message first.'
  const [broken] = [
    ...brokenVariables(text),
    ...variablesIn(text)
      .filter((name) => !known.includes(name))
      .map((name) => `{{${name}}}`),
  ]
  if (broken !== undefined) return `${broken} is no variable. There are ${variables}.`
  if (tooLong(text)) return 'The message is too long.'
  return rows?.length && rows.every((row) => unfilled(valuesOf(row), text).length > 0)
    ? 'No one would get it: each lacks a value.'
    : null
}

interface ManyMessageProps {
  values: ReturnType<typeof useReaders>
  text: string
  onChange: (text: string) => void
}

/** One text for many conversations, with the text that each person gets. */
export function ManyMessage({ values, text, onChange }: ManyMessageProps) {
  return (
    <div>
      <MessageField text={text} onChange={onChange} facts={null}>
        <Text size="xs" c="dimmed">
          Filled in for each: {variables}
        </Text>
      </MessageField>
      {values.failure && !values.data && (
        <FailedState message="The preview could not be loaded." onRetry={values.reload} />
      )}
      {values.loading && <LinesSkeleton lines={4} height={32} />}
      {values.data && <Preview text={text} rows={values.data} />}
    </div>
  )
}

/** The text of each person, those first whose text lacks something. */
function Preview({ text, rows }: { text: string; rows: readonly ConversationValues[] }) {
  const [shown, setShown] = useState(step)
  const filled = rows.map((row) => {
    const values = valuesOf(row)
    return { ...row, text: fill(text, values), missing: unfilled(values, text) }
  })
  const lacking = filled.filter(({ missing }) => missing.length > 0)
  const all = [...lacking, ...filled.filter(({ missing }) => missing.length === 0)]
  return (
    <>
      <Text size="sm" role="status" mt="sm">
        {lacking.length === 0
          ? text.trim() !== '' && 'Each is filled in.'
          : `${count(lacking.length, 'is', 'are')} not sent: a value is missing.`}
        {rows.length === maxValues && ` Shown are the newest ${maxValues.toLocaleString('en-US')}.`}
      </Text>
      <ScrollBox label="Preview" className={classes.preview}>
        <ul>
          {all.slice(0, shown).map(({ id, name, text: own, missing }) => (
            <li key={id} data-missing={missing.length > 0 || undefined}>
              <bdi>{orNull(name)}</bdi>
              <span>
                {missing.length > 0 ? (
                  unfilledWords(missing)
                ) : own.trim() === '' ? (
                  '–'
                ) : (
                  <Clamp text={own} lines={3} />
                )}
              </span>
            </li>
          ))}
        </ul>
        {all.length > shown && (
          <Button variant="subtle" size="compact-xs" onClick={() => setShown(shown + step)}>
            Show more of {all.length.toLocaleString('en-US')}
          </Button>
        )}
      </ScrollBox>
    </>
  )
}
