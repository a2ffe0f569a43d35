import { api } from '@portreeve/contract'
import { maxFileBytes, maxFilesOfNote, type StoredFile } from '@portreeve/contract/staff/files'
import { useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import type { CallFailure } from '../../data/failure.ts'
import { failureText } from '../../data/failure.ts'
import { sendFile } from '../../data/transfer.ts'

/** A file that is being attached. */
export interface Attachment {
  readonly key: number
  readonly name: string
  readonly size: number
  /** Bytes that have arrived. */
  readonly sent: number
  /** Set once it is whole and checked. */
  readonly file?: StoredFile
  /** Why it is not attached, in a sentence. */
  readonly problem?: string
  readonly stop: AbortController
}

let keys = 0

/** The files of a form: each is sent when it is chosen, and belongs to the caller until the form is sent. */
export function useUploads() {
  const backend = useBackend()
  const [list, setList] = useState<readonly Attachment[]>([])
  const change = (key: number, to: Partial<Attachment>) =>
    setList((now) => now.map((one) => (one.key === key ? { ...one, ...to } : one)))

  const begin = (given: File): Attachment => {
    const { name, size } = given
    keys += 1
    const one = { key: keys, name, size, sent: 0, stop: new AbortController() }
    if (size === 0) return { ...one, problem: 'This file is empty.' }
    if (size > maxFileBytes)
      return { ...one, problem: `This file is larger than ${maxFileBytes / 1024 / 1024} MB.` }
    sendFile(backend, given, one.stop.signal, (sent) => change(one.key, { sent })).then(
      (file) => (one.stop.signal.aborted ? forget(file) : change(one.key, { file })),
      (failure: CallFailure) => change(one.key, { problem: failureText(failure) }),
    )
    return one
  }
  const forget = ({ id }: StoredFile) =>
    // What cannot be removed now is removed after a day.
    void backend.call(api.files.remove, { params: { id } }).catch(() => {})

  return {
    list,
    /** The ids of the files that are ready. */
    ids: list.flatMap(({ file }) => file?.id ?? []),
    /** Why the form cannot be sent yet. */
    whyNot: list.some(({ problem }) => problem)
      ? 'Remove the file that cannot be attached.'
      : list.some(({ file }) => !file)
        ? 'Wait until the files have arrived.'
        : list.length > maxFilesOfNote
          ? `At most ${maxFilesOfNote} files.`
          : null,
    add: (given: Iterable<File> | ArrayLike<File>) => {
      const begun = Array.from(given, begin)
      setList((now) => [...now, ...begun])
    },
    /** Stops its upload, or removes it. */
    remove: ({ key, file, stop }: Attachment) => {
      stop.abort()
      if (file) forget(file)
      setList((now) => now.filter((one) => one.key !== key))
    },
    /** The form was sent with these: they belong to its record. */
    sent: (ids: readonly string[]) =>
      setList((now) => now.filter(({ file }) => !file || !ids.includes(file.id))),
  }
}
