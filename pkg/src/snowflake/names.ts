/**
 * The layouts that have a name.
 *
 * @module
 */

/** In the order of `Layout::NAMED`. */
export const NAMES = [
  'twitter',
  'discord',
  'instagram',
  'mastodon',
  'sonyflake',
  'sonyflakeV2',
  'js53',
  'leaf',
  'uidGenerator',
  'seata',
] as const;
