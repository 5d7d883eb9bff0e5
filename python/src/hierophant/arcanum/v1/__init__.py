"""Generated: Arcanum's messages, in `hierophant.arcanum.v1.arcanum_pb2`."""
