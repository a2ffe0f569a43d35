import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { newTab } from '../../ui/browser/new-tab.ts'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import classes from './key-value-panel.module.css'

/** How a value is edited. */
export interface PanelEdit {
  readonly text: string
  readonly onChange: (text: string) => void
  /** The visible lines of a multi-line input. */
  readonly lines?: number | undefined
  /** The allowed values; shown as a select. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** The reason why it is read-only, if it is. */
  readonly whyNot?: string | null
  /** A note below the input, such as a colleague's newer value. */
  readonly note?: string | null
}

export interface PanelField {
  /** The key, as shown. */
  readonly name: string
  /** The value when it is not editable. */
  readonly value: ReactNode
  /** The value's link: within the console (DLG-17), or to an external page (DLG-18). */
  readonly inside?: Pick<LinkProps, 'to' | 'params'>
  readonly outside?: string | null
  /** DLG-16: without it the value is read-only. */
  readonly edit?: PanelEdit
}

interface KeyValuePanelProps {
  /** The panel's accessible name. */
  label: string
  fields: readonly PanelField[]
  /** DLG-19: shows a row to add a key with its value. Returns whether it was added. */
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
      <dd>{edit ? <EditedValue labelledBy={id} field={field} edit={edit} /> : <Value field={field} />}</dd>
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

function EditedValue({
  labelledBy,
  field,
  edit,
}: {
  labelledBy: string
  field: PanelField
  edit: PanelEdit
}) {
  const { text, onChange, options, lines, whyNot, note } = edit
  const description = [whyNot, note].filter(Boolean).join(' ')
  const shared = {
    size: 'xs',
    flex: 1,
    miw: 0,
    'aria-labelledby': labelledBy,
    // Mantine links the description to the input for screen readers.
    ...(description && {
      description,
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
  /** The form's accessible name. */
  label?: string
  /** The reason why nothing can be added, if there is one. */
  whyNot?: string | null
  /** A note about a key, such as the value that it would replace. */
  noteOf?: (key: string) => string | null
  /** Called with whether the row contains text. */
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
