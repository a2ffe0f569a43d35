import { ActionIcon, Group, Modal, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPhotoOff, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { useEscape } from './browser/escape.ts'
import { useShortcuts } from './browser/shortcuts.ts'
import classes from './PhotoViewer.module.css'
import { ScrollBox } from './ScrollBox.tsx'

/** The zoom factors; at 1 the picture fits the window. */
const zooms = [1, 1.5, 2, 3, 4]

interface PhotoViewerProps {
  /** The title of the photos, such as the listing's. */
  title: string
  photos: readonly string[]
  /** The index of the first photo to show. */
  start: number
  onClose: () => void
}

/** Photos in full size: the arrow keys move between them, plus and minus zoom, Escape or Space closes. */
export function PhotoViewer({ title, photos, start, onClose }: PhotoViewerProps) {
  const [at, setAt] = useState(start)
  const [zoom, setZoom] = useState(0)
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const photo = photos[at]
  const go = (step: number) => {
    setAt((at + step + photos.length) % photos.length)
    setZoom(0)
  }
  const scale = (step: number) => setZoom(Math.min(zooms.length - 1, Math.max(0, zoom + step)))
  useEscape(onClose)
  useShortcuts(
    {
      arrowright: { repeats: () => go(1) },
      arrowleft: { repeats: () => go(-1) },
      '+': () => scale(1),
      '=': () => scale(1),
      '-': () => scale(-1),
      '0': () => setZoom(0),
      ' ': onClose,
    },
    true,
    { inside: true },
  )
  const large = zooms[zoom] ?? 1
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      fullScreen
      closeOnEscape={false}
      classNames={{ title: classes.title, content: classes.content, body: classes.body }}
    >
      <ScrollBox className={classes.stage} label="Photo">
        {photo && !broken.has(photo) ? (
          <img
            key={photo}
            src={photo}
            alt={`${at + 1} of ${photos.length}`}
            className={classes.photo}
            style={{ '--zoom': large } as CSSProperties}
            onError={() => setBroken(new Set(broken).add(photo))}
          />
        ) : (
          <Text c="dimmed" className={classes.missing}>
            <IconPhotoOff size={48} stroke={1.2} aria-hidden />
            This photo could not be loaded.
          </Text>
        )}
      </ScrollBox>
      <Group justify="center" gap="sm" className={classes.bar}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Previous photo"
          disabled={photos.length < 2}
          onClick={() => go(-1)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Text size="sm" className={classes.count} aria-live="polite">
          {at + 1} of {photos.length}
        </Text>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Next photo"
          disabled={photos.length < 2}
          onClick={() => go(1)}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Zoom out"
          disabled={zoom === 0}
          onClick={() => scale(-1)}
        >
          <IconZoomOut size={18} aria-hidden />
        </ActionIcon>
        <Text size="sm" className={classes.count}>
          {large * 100} %
        </Text>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Zoom in"
          disabled={zoom === zooms.length - 1}
          onClick={() => scale(1)}
        >
          <IconZoomIn size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </Modal>
  )
}
