import { Box, Switch, Text, Textarea, TextInput, Tooltip } from '@mantine/core'
import type { Collection } from '@portreeve/contract/listings/collections'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type CallFailure, failureText } from '../../data/failure.ts'
import { useWhyNot } from '../../data/rights.ts'
import { movedWords, type Typed } from '../../data/typed.ts'
import { orNull } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { Thumbnail } from '../../shell/records/Thumbnail.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import classes from './collections.module.css'
import { type Field, fields } from './draft.ts'

interface CollectionFormProps {
  /** Undefined until it is created (COL-15). */
  collection?: Collection
  typed: Typed<Field>
  /** The failure of the last save. */
  failure: CallFailure | null
  /** The switch's state, including pending changes. */
  visible?: boolean
  onVisible?: (visible: boolean) => void
}

interface CollectionHeadProps extends Pick<CollectionFormProps, 'collection' | 'typed'> {
  busy: boolean
  onSubmit: () => void
  /** The number of its items, in words. */
  count?: string | null
  deleting?: boolean
  onDelete?: () => void
}

/** The head of a new or existing collection. */
export function CollectionHead(props: CollectionHeadProps) {
  const { collection, typed, busy, onSubmit, count, deleting = false, onDelete } = props
  const isNew = collection === undefined
  const whyNot = useWhyNot('collections.write')
  return (
    <PageHead
      title={isNew ? 'New collection' : <Clamp text={orNull(collection.title)} lines={2} />}
      count={count ?? null}
      above={
        <Link to="/dashboard/collections/$id" params={{ id: 'overview' }}>
          Collections
        </Link>
      }
    >
      {/* COL-18, D-076 */}
      <GuardedButton
        may="collections.delete"
        variant="default"
        size="compact-sm"
        whyNot={isNew ? 'There is nothing to delete yet.' : null}
        {...(!isNew && !whyNot && { c: 'var(--red)' })}
        loading={deleting}
        onClick={() => onDelete?.()}
      >
        Delete
      </GuardedButton>
      {/* COL-16, COL-17 */}
      <GuardedButton
        may="collections.write"
        size="compact-sm"
        variant={isNew || typed.dirty ? 'filled' : 'default'}
        loading={busy}
        onClick={onSubmit}
      >
        {isNew ? 'Create new collection' : 'Save'}
      </GuardedButton>
    </PageHead>
  )
}

/** The form of a new or existing collection (COL-11 to COL-18). */
export function CollectionForm(props: CollectionFormProps) {
  const { typed, failure } = props
  const whyNot = useWhyNot('collections.write')
  const picture = typed.text('image_url')
  return (
    <section aria-label="Collection" className={classes.form}>
      {(['public_id', 'title', 'description', 'image_url'] as const).map((field) => (
        <FormField key={field} field={field} typed={typed} whyNot={whyNot}>
          {field === 'image_url' && picture !== '' && (
            <Box mt={8}>
              <Thumbnail path={picture} size={64} />
            </Box>
          )}
        </FormField>
      ))}
      <VisibleSwitch {...props} whyNot={whyNot} />
      {failure && (
        <Text size="sm" c="var(--red)" role="status" dir="auto">
          {failureText(failure)}
        </Text>
      )}
    </section>
  )
}

interface FormFieldProps {
  field: Field
  typed: Typed<Field>
  whyNot: string | null
  children: ReactNode
}

/** One field, with a colleague's newer value. */
function FormField({ field, typed, whyNot, children }: FormFieldProps) {
  const moved = movedWords(typed.movedTo(field))
  const shared = {
    label: fields[field],
    attributes: { input: { dir: 'auto' } },
    autoComplete: 'off',
    value: typed.text(field),
    readOnly: Boolean(whyNot),
    ...(whyNot && { 'aria-description': whyNot, title: whyNot }),
    // Mantine links the description to the input for screen readers.
    ...(moved && {
      description: moved,
      // A long text scrolls, so it must be focusable. Its length does not say whether it scrolls: fonts differ in width.
      descriptionProps: {
        className: classes.note ?? '',
        dir: 'auto',
        role: 'status',
        tabIndex: 0,
      },
      inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
        | 'label'
        | 'input'
        | 'description'
        | 'error'
      )[],
    }),
    onChange: (event: { currentTarget: { value: string } }) => typed.change(field, event.currentTarget.value),
  } as const
  return (
    <div>
      {/* COL-12 */}
      {field === 'description' ? (
        <Textarea {...shared} rows={5} resize="vertical" />
      ) : (
        <TextInput {...shared} spellCheck={field === 'title'} />
      )}
      {children}
    </div>
  )
}

/** COL-13, COL-14, COL-51 */
function VisibleSwitch({
  collection,
  visible = false,
  onVisible,
  whyNot,
}: CollectionFormProps & { whyNot: string | null }) {
  const why = whyNot ?? (collection ? null : 'The collection has to be created first.')
  const control = (
    <Switch
      label="Publicly visible"
      checked={visible}
      disabled={!collection}
      {...(why && { 'aria-description': why })}
      {...(whyNot && { 'aria-disabled': true })}
      onChange={(event) => {
        if (!why) onVisible?.(event.currentTarget.checked)
      }}
    />
  )
  return why ? (
    <Tooltip label={why} position="top-start">
      <div>{control}</div>
    </Tooltip>
  ) : (
    control
  )
}
