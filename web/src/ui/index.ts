export { Avatar, initialsOf } from './avatar.tsx';
export { Badge } from './badge.tsx';
export { BrandMark, Wordmark } from './brand.tsx';
export { Button, buttonStyles, type ButtonProps } from './button.tsx';
export { Card, CardBody, CardHeader } from './card.tsx';
export { Checkbox } from './checkbox.tsx';
export { ConfirmDialog } from './confirm-dialog.tsx';
export { DeferredMenu } from './deferred-menu.tsx';
export { Combobox } from './combobox.tsx';
export { CopyField, copyText } from './copy-field.tsx';
export { DateField, type DateFieldProps } from './date-field.tsx';
export { Dialog, DialogCancel, DialogContent } from './dialog.tsx';
export { Field, Label, type FieldProps } from './field.tsx';
export { FormDialog } from './form-dialog.tsx';
export { Input, Textarea } from './input.tsx';
export {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from './menu.tsx';
export { PageHeader } from './page-header.tsx';
export { PlatformBadge, PlatformGlyph, platforms, platformShortNames, type PlatformId } from './platform.tsx';
export { platformLooks } from './platforms/index.ts';
export { Popover, PopoverAnchor, PopoverContent, PopoverTrigger } from './popover.tsx';
export { Progress } from './progress.tsx';
export { SaveRow } from './save-row.tsx';
export { SidePanelContent } from './side-panel.tsx';
export { Skeleton, SkeletonGroup, SkeletonRows } from './skeleton.tsx';
export { Spinner, SpinnerWithText } from './spinner.tsx';
export { EmptyState, ErrorState, OfflineState } from './states.tsx';
export {
  postStatuses,
  StatusBadge,
  StatusDot,
  statusLabels,
  StatusShape,
  type PostStatus,
  type ShownStatus,
} from './status.tsx';
export { Switch } from './switch.tsx';
export { Tabs, TabsContent, TabsList, TabsTrigger } from './tabs.tsx';
export { dismissToast, toast, useToasts, type ToastInput } from './toast-store.ts';
export { TimeField, type TimeFieldProps } from './time-field.tsx';
export { Toaster } from './toaster.tsx';
export { WovenBand, weftIsOver, type Knot, type ThreadColour, type WovenBandProps } from './woven-band.tsx';
export { FormError } from './form-error.tsx';
export { NativeSelect } from './native-select.tsx';
