import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { newTab } from '../ui/new-tab.ts'
import classes from './key-value-panel.module.css'

/** How a value is edited. */
export interface PanelEdit {
  readonly text: string
  readonly onChange: (text: string) => void
  /** A text of several lines; how many are in sight. */
  readonly lines?: number | undefined
  /** A fixed choice instead of any text. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** Why it must not be changed, if so. */
  readonly whyNot?: string | null
  /** What else is to be known, such as what somebody else has made of it meanwhile. */
  readonly note?: string | null
}

export interface PanelField {
  /** The key, as it is shown. */
  readonly name: string
  /** How the value reads when it is not edited. */
  readonly value: ReactNode
  /** Where the value leads: within the console (DLG-17), or out of it (DLG-18). */
  readonly inside?: Pick<LinkProps, 'to' | 'params'>
  readonly outside?: string | null
  /** DLG-16: without it the value is only read. */
  readonly edit?: PanelEdit
}

interface KeyValuePanelProps {
  /** What this is a panel of, for a screen reader. */
  label: string
  fields: readonly PanelField[]
  /** DLG-19: with it there is a row to add a key with its value. Answers whether it was added. */
  onAdd?: (key: string, value: string) => boolean | Promise<boolean>
}

/** A record as keys and values in two columns (DLG-15 to DLG-21). */
export function KeyValuePanel({ label, fields, onAdd }: KeyValuePanelProps) {
  return (
    <>
      {fields.length === 0 ? (
        // DLG-21
        <p className={classes.empty}>No items.</p>
      ) : (
        <dl className={classes.panel} aria-label={label}>
          {fields.map((field) => (
            <Row key={field.name} field={field} />
          ))}
        </dl>
      )}
      {onAdd && <AddRow onAdd={onAdd} />}
    </>
  )
}

function Row({ field }: { field: PanelField }) {
  const { name, edit } = field
  const id = useId()
  return (
    <div className={classes.row}>
      <dt id={id}>{name}</dt>
      <dd>{edit ? <Edited labelledBy={id} field={field} edit={edit} /> : <Value field={field} />}</dd>
    </div>
  )
}

function Value({ field: { value, inside, outside } }: { field: PanelField }) {
  if (inside)
    return (
      <Link {...inside} {...newTab} className={classes.link}>
        {value}
      </Link>
    )
  return outside ? <ExternalLink href={outside}>{value}</ExternalLink> : value
}

function Edited({ labelledBy, field, edit }: { labelledBy: string; field: PanelField; edit: PanelEdit }) {
  const { text, onChange, options, lines, whyNot, note } = edit
  const words = [whyNot, note].filter(Boolean).join(' ')
  const shared = {
    size: 'xs',
    flex: 1,
    miw: 0,
    'aria-labelledby': labelledBy,
    // Mantine joins these words to the input for those who hear the page.
    ...(words && {
      description: words,
      descriptionProps: { className: classes.note ?? '', dir: 'auto', role: 'status' },
      inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
        | 'label'
        | 'input'
        | 'description'
        | 'error'
      )[],
    }),
    value: text,
  } as const
  return (
    <div className={classes.control}>
      {options ? (
        <NativeSelect
          {...shared}
          data={options.map((option) => ({ ...option }))}
          disabled={Boolean(whyNot)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : lines ? (
        <Textarea
          {...shared}
          attributes={{ input: { dir: 'auto' } }}
          rows={lines}
          resize="vertical"
          readOnly={Boolean(whyNot)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          {...shared}
          attributes={{ input: { dir: 'auto' } }}
          autoComplete="off"
          spellCheck={false}
          readOnly={Boolean(whyNot)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {field.inside && (
        <Link
          {...field.inside}
          {...newTab}
          className={classes.out}
          aria-label={`Open ${field.name}: ${text}`}
          title="Opens in a new tab"
        >
          <IconExternalLink size={16} aria-hidden />
        </Link>
      )}
      {field.outside && (
        <a
          href={field.outside}
          target="_blank"
          rel="noopener noreferrer"
          className={classes.out}
          aria-label={`Open ${field.name}: ${text}`}
          title="Opens in a new tab"
        >
          <IconExternalLink size={16} aria-hidden />
        </a>
      )}
    </div>
  )
}

interface AddRowProps {
  onAdd: (key: string, value: string) => boolean | Promise<boolean>
  /** What the form is called, for a screen reader. */
  label?: string
  /** Why nothing may be added, if so. */
  whyNot?: string | null
  /** What is to be known of a key, such as what it would replace. */
  noteOf?: (key: string) => string | null
  /** Told whether something stands in the row. */
  onWriting?: (writing: boolean) => void
}

/** A row to add a key with its value. DLG-19, DLG-20: a form, so that Enter submits. */
export function AddRow({ onAdd, label = 'Add an entry', whyNot, noteOf, onWriting }: AddRowProps) {
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const [busy, setBusy] = useState(false)
  const write = (nextKey: string, nextValue: string) => {
    setKey(nextKey)
    setValue(nextValue)
    onWriting?.(nextKey !== '' || nextValue !== '')
  }
  const add = async () => {
    if (busy || whyNot) return
    setBusy(true)
    const added = await onAdd(key, value)
    setBusy(false)
    if (added) write('', '')
  }
  const note = noteOf?.(key)
  const shared = {
    size: 'xs',
    required: true,
    withAsterisk: false,
    autoComplete: 'off',
    readOnly: Boolean(whyNot),
    attributes: { input: { dir: 'auto' } },
  } as const
  return (
    <form
      className={classes.add}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextInput
        {...shared}
        label="Key"
        spellCheck={false}
        value={key}
        onChange={(event) => write(event.currentTarget.value, value)}
      />
      <TextInput
        {...shared}
        label="Value"
        value={value}
        onChange={(event) => write(key, event.currentTarget.value)}
      />
      <Button
        type="submit"
        size="xs"
        variant="default"
        loading={busy}
        {...(whyNot && {
          'aria-disabled': true,
          'data-disabled': true,
          'aria-description': whyNot,
          title: whyNot,
        })}
      >
        Add
      </Button>
      {note && (
        <p className={classes.added} role="status" dir="auto">
          {note}
        </p>
      )}
    </form>
  )
}
