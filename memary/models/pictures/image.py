"""Turn bytes that claim to be an image into a small, plain one, or refuse them."""

from __future__ import annotations

import base64
import io
import struct
from typing import TYPE_CHECKING

from memary.errors import ToolError

if TYPE_CHECKING:
    from PIL import Image

FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
LONGEST_SIDE = 1568  # pixels; vision models scale larger images down themselves, and bill for them first
MAX_PIXELS = 50_000_000  # what a file may unfold to; a few kilobytes can claim gigapixels


def to_data_url(data: bytes, *, name: str) -> str:
    """Return an image as a JPEG data URL: at most 1568 pixels a side, upright, without metadata.

    Of an animation the first frame is taken, transparency becomes white. `name` is what messages call the image.

    Raises:
        ToolError: the bytes are no PNG, JPEG, GIF or WEBP image, are damaged, or unfold to more than 50 megapixels.
    """
    from PIL import Image, ImageOps  # noqa: PLC0415 - heavy, and most runs never need it

    too_large = f"{name} has more than {MAX_PIXELS // 1_000_000} megapixels; scale it down first."
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as probe:
            if probe.width * probe.height > MAX_PIXELS:
                raise ToolError(too_large)
            probe.verify()
        with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
            image = opened if opened.mode in ("RGB", "L") else _opaque(opened)
            image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
            return _encode(ImageOps.exif_transpose(image))
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ToolError(too_large) from error
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error) as error:
        raise ToolError(f"{name} is not a readable PNG, JPEG, GIF or WEBP image.") from error


def _opaque(image: Image.Image) -> Image.Image:
    """Return the image in RGB, on white where it is transparent; its orientation mark is kept."""
    from PIL import Image  # noqa: PLC0415

    if not image.has_transparency_data:
        return image.convert("RGB")
    layer = image.convert("RGBA")
    ground = Image.new("RGB", image.size, "white")
    ground.paste(layer, mask=layer.getchannel("A"))
    ground.info = {key: value for key, value in image.info.items() if key == "exif"}
    return ground


def _encode(image: Image.Image) -> str:
    from PIL import Image  # noqa: PLC0415

    clean = Image.new("RGB", image.size)  # pixels only: comments, places and camera data stay behind
    clean.paste(image)
    out = io.BytesIO()
    clean.save(out, "JPEG", quality=90)
    return "data:image/jpeg;base64," + base64.b64encode(out.getvalue()).decode()
