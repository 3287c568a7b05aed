/* What the bench of pictures takes from the sources; imageBundle.ts bundles it. */
export { decode, encode } from '../../nodes/SocialPublishing/image/codec';
export { detectFile } from '../../nodes/SocialPublishing/image/formats/picture';
export { readHeader } from '../../nodes/SocialPublishing/image/header';
export { withMagick } from '../../nodes/SocialPublishing/image/magickSession';
export { preparePicture } from '../../nodes/SocialPublishing/image/prepare';
