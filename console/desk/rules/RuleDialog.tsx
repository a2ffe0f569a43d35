import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type HarmClass, harmClasses } from '@portreeve/contract/base/case-kinds'
import type { QueryFields } from '@portreeve/contract/base/query'
import { type RuleEvent, ruleEvents, ruleProblem } from '@portreeve/contract/desk/rule-fields'
import {
  actionsAt,
  maxCap,
  maxHoldDays,
  type Rule,
  type RuleAction,
  type RuleActions,
  ruleActions,
} from '@portreeve/contract/desk/rules'
import { useState } from 'react'
import { classWords } from '../../format/cases.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { eventOptions, FieldButtons, useRuleFields } from './FieldButtons.tsx'

interface Draft {
  name: string
  event: RuleEvent
  query: string
  per_hour: string
  days: string
  actions: { [Name in Exclude<RuleAction, 'hold_days'>]: NonNullable<RuleActions[Name]> }
  chosen: readonly RuleAction[]
}

const isChosen = (actions: RuleActions) => (name: RuleAction) => actions[name] !== undefined

const draftOf = (rule: Partial<Rule>): Draft => ({
  ...{ name: rule.name ?? '', event: rule.event ?? 'listing_submitted', query: rule.query ?? '' },
  per_hour: String(rule.per_hour ?? 20),
  days: String(rule.actions?.hold_days ?? 3),
  actions: {
    ...{ case: { words: '', class: 'fraud' }, review: true, second_person: true, tag: '', note: '' },
    ...rule.actions,
  },
  chosen: rule.actions
    ? actionsAt(rule.event ?? 'listing_submitted').filter(isChosen(rule.actions))
    : ['case'],
})

const isWhole = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most

/** What is missing in a draft; or what is sent. */
function bodyOf({ name, event, query, actions, chosen, ...typed }: Draft, fields: QueryFields) {
  const [per_hour, hold_days] = [Number(typed.per_hour), Number(typed.days)]
  if (name.trim() === '') return 'Name: write what colleagues call it.'
  const mistake = ruleProblem(event, query, fields)
  if (mistake) return `And: ${mistake}`
  const possible = actionsAt(event).filter((one) => chosen.includes(one))
  if (possible.length === 0) return 'Choose what it does.'
  if (possible.includes('second_person') && !possible.includes('case'))
    return 'Refunds wait until a case is judged: choose the case, too.'
  if (possible.includes('case') && actions.case.words.trim() === '')
    return 'Case: write what colleagues look for.'
  if (possible.includes('tag') && actions.tag.trim() === '') return 'Tag: write one.'
  if (possible.includes('note') && actions.note.trim() === '') return 'Note: write what it says.'
  if (!isWhole(per_hour, maxCap)) return `Records in an hour: write a number from 1 to ${maxCap}.`
  if (possible.includes('hold_days') && !isWhole(hold_days, maxHoldDays))
    return `Days: write a number from 1 to ${maxHoldDays}.`
  const values = { ...actions, hold_days }
  const own = Object.fromEntries(possible.map((one) => [one, values[one]])) as RuleActions
  return { name: name.trim(), event, query: query.trim(), per_hour, actions: own }
}

interface RuleDialogProps {
  /** The rule that is changed; with no id a new one, with what it begins with. */
  rule?: Partial<Rule>
  onDone?: (id: string) => void
  onClose: () => void
}

/** Writes a rule, or changes one. */
export function RuleDialog({ rule = {}, onDone, onClose }: RuleDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(rule))
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const known = useRuleFields(draft.event)
  const shared = {
    confirmText: 'Save',
    refetch: [api.rules.list, api.rules.get],
    width: 620,
    onClose,
  }
  const fields = (
    <Stack gap="sm">
      <TextInput
        label="Name"
        required
        maxLength={60}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        data-autofocus
      />
      <NativeSelect
        label="When"
        data={eventOptions}
        value={draft.event}
        onChange={(event) => set({ event: event.currentTarget.value as RuleEvent })}
      />
      <Textarea
        label="And"
        required
        rows={2}
        maxLength={500}
        value={draft.query}
        onChange={(event) => set({ query: event.currentTarget.value })}
      />
      <FieldButtons
        fields={known}
        onType={(change) => setDraft((before) => ({ ...before, query: change(before.query) }))}
      />
      <Checkbox.Group
        label="Then it"
        description="It never blocks, deletes, denies or refunds, and leaves alone what a person has decided."
        value={[...draft.chosen]}
        onChange={(chosen) => set({ chosen: chosen as RuleAction[] })}
      >
        <Stack gap="xs" mt="xs">
          {actionsAt(draft.event).map((name) => (
            <Stack gap="xs" key={name}>
              <Checkbox value={name} label={ruleActions[name].words} />
              {draft.chosen.includes(name) && <Details name={name} draft={draft} set={set} />}
            </Stack>
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        type="number"
        label="Records in an hour, at most"
        description="Above that it stops itself, and tells you."
        min={1}
        max={maxCap}
        value={draft.per_hour}
        onChange={(event) => set({ per_hour: event.currentTarget.value })}
      />
    </Stack>
  )
  return rule.id === undefined ? (
    <ActionDialog
      {...shared}
      call={api.rules.create}
      title="New rule"
      done="Rule written"
      failed="The rule could not be written"
      input={() => {
        const body = bodyOf(draft, known)
        return typeof body === 'string' ? body : { body }
      }}
      onDone={(data) => data?.id && onDone?.(data.id)}
    >
      {fields}
    </ActionDialog>
  ) : (
    <ActionDialog
      {...shared}
      call={api.rules.update}
      title="Change the rule"
      subtitle={
        rule.state === 'draft' || rule.state === 'stopped'
          ? 'You answer for what it does from then on.'
          : 'You answer for it from then on. With another event, query, action or limit it is a draft, and notes first again.'
      }
      done="Rule changed"
      failed="The rule could not be changed"
      ifMatch={() => rule.version}
      refetchOnConflict={shared.refetch}
      input={() => {
        const body = bodyOf(draft, known)
        return typeof body === 'string' ? body : { params: { id: rule.id ?? '' }, body }
      }}
    >
      {fields}
    </ActionDialog>
  )
}

/** What an action needs beside its name. */
function Details({
  name,
  draft: { actions, event, days },
  set,
}: {
  name: RuleAction
  draft: Draft
  set: (change: Partial<Draft>) => void
}) {
  const act = (change: Partial<Draft['actions']>) => set({ actions: { ...actions, ...change } })
  switch (name) {
    case 'case':
      return (
        <>
          <TextInput
            label="What colleagues look for"
            maxLength={500}
            value={actions.case.words}
            onChange={(change) => act({ case: { ...actions.case, words: change.currentTarget.value } })}
          />
          <NativeSelect
            label="Class"
            data={harmClasses.map((value) => ({ value, label: classWords[value] }))}
            value={actions.case.class}
            onChange={(change) =>
              act({ case: { ...actions.case, class: change.currentTarget.value as HarmClass } })
            }
          />
        </>
      )
    case 'hold_days':
      return (
        <TextInput
          type="number"
          label="For at most how many days"
          min={1}
          max={maxHoldDays}
          value={days}
          onChange={(change) => set({ days: change.currentTarget.value })}
        />
      )
    case 'tag':
      return (
        <TextInput
          label="Tag"
          maxLength={40}
          value={actions.tag}
          onChange={(change) => act({ tag: change.currentTarget.value })}
        />
      )
    case 'note':
      return (
        <Textarea
          label={`Note on the ${ruleEvents[event].record === 'user' ? 'person' : ruleEvents[event].record}`}
          rows={2}
          maxLength={500}
          value={actions.note}
          onChange={(change) => act({ note: change.currentTarget.value })}
        />
      )
    case 'review':
    case 'second_person':
      return null
  }
}
