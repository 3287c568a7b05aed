/* What the bench of pictures takes from the sources; imageBundle.ts bundles it. */
export { decode } from '../../nodes/SocialPublishing/image/decode';
export { encode } from '../../nodes/SocialPublishing/image/encode';
export { detectFile } from '../../nodes/SocialPublishing/image/formats/detect';
export { readHeader } from '../../nodes/SocialPublishing/image/formats/header';
export { withMagick } from '../../nodes/SocialPublishing/image/magickSession';
export { preparePicture } from '../../nodes/SocialPublishing/image/prepare';
